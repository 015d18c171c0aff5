import { OAuthError } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import { decodeJwt, isSignedBy } from './jwt.ts';
import { seal, unseal } from './sealed-token.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** The current address first; older clients still ask at the others. */
export const TOKEN_ENDPOINTS = [
  'oauth2.googleapis.com/token',
  'accounts.google.com/o/oauth2/token',
  'www.googleapis.com/oauth2/v4/token',
  'www.googleapis.com/oauth2/v3/token',
] as const;
const AUDIENCES: readonly unknown[] = TOKEN_ENDPOINTS.map((endpoint) => `https://${endpoint}`);
const ACCESS_TOKEN_SECONDS = 3599;
export const ACCESS_TOKEN_PREFIX = 'ya29.';

/** Key file of the emulated project's service account, in the Firebase console's format. */
export function serviceAccountFile(projectId: string, key: SigningKey): object {
  return {
    type: 'service_account',
    project_id: projectId,
    private_key_id: key.id,
    private_key: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: serviceAccountEmail(projectId),
    client_id: '100000000000000000000',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: `https://${TOKEN_ENDPOINTS[0]}`,
  };
}

export const serviceAccountEmail = (projectId: string) =>
  `firebase-adminsdk@${projectId}.iam.gserviceaccount.com`;

/** The project whose service account claims to have issued the assertion; not verified. */
export function projectOfAssertion(assertion: string): string | undefined {
  const { iss } = decodeJwt(assertion)?.claims ?? {};
  return typeof iss === 'string'
    ? /^firebase-adminsdk@(.+)\.iam\.gserviceaccount\.com$/.exec(iss)?.[1]
    : undefined;
}

/** Exchanges an assertion signed by the service account for an access token; otherwise throws an OAuthError. */
export function exchangeAssertion(assertion: string, project: Project, keys: SigningKeys): object {
  const nowSeconds = project.nowSeconds();
  const jwt = decodeJwt(assertion);
  if (jwt === undefined) throw invalidGrant('Invalid JWT: Failed to parse the assertion.');
  const { iss, aud, exp } = jwt.claims;
  if (iss !== serviceAccountEmail(project.projectId))
    throw invalidGrant(`Invalid grant: account not found (${String(iss)}).`);
  if (!keys.serviceAccount.some(({ publicKey }) => isSignedBy(jwt, publicKey)))
    throw invalidGrant('Invalid JWT Signature.');
  if (!AUDIENCES.includes(aud))
    throw invalidGrant(`Invalid JWT: the right audience is ${String(AUDIENCES[0])}.`);
  if (typeof exp !== 'number' || exp <= nowSeconds)
    throw invalidGrant('Invalid JWT: it has expired. Check the clock and exp.');
  const secret = keys.findSecret(project);
  const sealed = seal(secret, 'access', { exp: nowSeconds + ACCESS_TOKEN_SECONDS });
  return {
    access_token: `${ACCESS_TOKEN_PREFIX}${sealed}`,
    expires_in: ACCESS_TOKEN_SECONDS,
    token_type: 'Bearer',
  };
}

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description);

export function isAccessToken(token: string, project: Project, keys: SigningKeys): boolean {
  if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return false;
  const secret = keys.findSecret(project);
  const content = unseal(secret, 'access', token.slice(ACCESS_TOKEN_PREFIX.length)) as
    | { exp: number }
    | undefined;
  return content !== undefined && content.exp > project.nowSeconds();
}
