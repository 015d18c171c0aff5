import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../build-server.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { rejectOutsiders } from '../rest/require-token.ts';
import { RestError } from '../rest/rest-error.ts';

type Form = Readonly<Record<string, string | undefined>>;

const CODE_SECONDS = 60;
const TOKEN_SECONDS = 7200;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** An error in OAuth's format (RFC 6749, section 5.2). */
const refusal = (error: string, description: string) => ({ error, error_description: description });

/** What `auth.calendly.com` serves. Every client is known, and the user always consents. */
export async function oauthRoutes(app: FastifyInstance, context: EmulatorContext): Promise<void> {
  const { oauth, guard, addresses } = context;
  const owner = () => ({ owner: addresses.user, organization: addresses.organization });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RestError) return reply.status(error.status).send(error.body);
    return reply.status(400).send(refusal('invalid_request', (error as Error).message));
  });
  acceptForms(app);
  app.addHook('onRequest', async ({ headers }) => rejectOutsiders(headers, guard));

  app.get<{ Querystring: Form }>('/oauth/authorize', async ({ query }, reply) => {
    const { client_id: client, redirect_uri: redirectUri = '', state, code_challenge: challenge } = query;
    const target = URL.parse(redirectUri);
    const isOwn = target !== null && guard.rejectPage({ origin: target.origin }) === undefined;
    if (!client || query.response_type !== 'code' || !isOwn) {
      const needed = 'client_id, response_type=code and a redirect_uri of this machine are required';
      return reply.status(400).send(refusal('invalid_request', needed));
    }
    const code = oauth.issue({ kind: 'code', client, redirectUri, challenge }, CODE_SECONDS);
    target.searchParams.set('code', code);
    if (state !== undefined) target.searchParams.set('state', state);
    return reply.redirect(target.href);
  });

  app.post<{ Body: Form | null }>('/oauth/token', async ({ body }, reply) => {
    const { grant_type: type, code_verifier: verifier = '', redirect_uri: redirectUri } = body ?? {};
    if (type !== 'authorization_code' && type !== 'refresh_token') {
      const known = 'must be authorization_code or refresh_token';
      return reply.status(400).send(refusal('unsupported_grant_type', known));
    }
    const [given = '', kind] =
      type === 'refresh_token' ? [body?.refresh_token, 'refresh' as const] : [body?.code, 'code' as const];
    const grant = oauth.find(given, kind);
    const isProved = grant?.challenge === undefined || grant.challenge === sha256(verifier);
    if (!grant || !isProved || (kind === 'code' && grant.redirectUri !== redirectUri)) {
      return reply.status(401).send(refusal('invalid_grant', 'It is invalid, expired or used.'));
    }
    oauth.spend(given);
    const { client } = grant;
    return {
      token_type: 'Bearer',
      access_token: oauth.issue({ kind: 'access', client }, TOKEN_SECONDS),
      refresh_token: oauth.issue({ kind: 'refresh', client }),
      scope: 'default',
      created_at: Math.floor(context.clock.now().getTime() / 1000),
      expires_in: TOKEN_SECONDS,
      ...owner(),
    };
  });

  app.post<{ Body: Form | null }>('/oauth/revoke', async ({ body }) => {
    oauth.spend(body?.token ?? '');
    return {};
  });

  app.post<{ Body: Form | null }>('/oauth/introspect', async ({ body }) => {
    const grant = oauth.find(body?.token, 'access', 'refresh');
    if (grant === undefined) return { active: false };
    const { client, iat, exp } = grant;
    return { active: true, scope: 'default', client_id: client, token_type: 'Bearer', exp, iat, ...owner() };
  });
}
