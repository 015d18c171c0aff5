import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { asksForSecondFactor } from '../factors/factor-rules.ts';
import { obscuredFactorWire } from '../factors/factor-wire.ts';
import { pendingCredential } from '../factors/pending-credential.ts';
import type { User } from '../state/user.ts';
import type { SignIn } from '../tokens/claims.ts';
import type { Claims } from '../tokens/jwt.ts';
import type { Authenticated } from '../tokens/tokens.ts';
import type { Fields } from '../wire/fields.ts';

/** Records a sign-in and issues its tokens; throws USER_DISABLED. */
export async function startSession(
  { project, tokens }: Context,
  localId: string,
  provider: string,
  details: Pick<SignIn, 'customClaims' | 'secondFactor' | 'attributes'> = {},
) {
  const now = project.now();
  const user = project.updateUser(localId, (stored) => {
    if (stored.disabled) throw badRequest('USER_DISABLED');
    return { ...stored, lastLoginAt: now, lastRefreshAt: now };
  });
  return tokens.issue(user, { provider, authTime: Math.floor(now / 1000), ...details });
}

/** Response to a correct first factor: tokens, or a pending credential when a second factor is required. */
export async function finishFirstFactor(
  context: Context,
  user: User,
  provider: string,
  attributes?: Claims,
): Promise<object> {
  if (!asksForSecondFactor(context.project.config, user))
    return startSession(context, user.localId, provider, { attributes });
  rejectDisabled(user);
  return {
    mfaPendingCredential: pendingCredential(context, user.localId, { provider, attributes }),
    mfaInfo: user.secondFactors.map(obscuredFactorWire),
  };
}

/** Throws MISSING_ID_TOKEN, or the reason why the token is invalid. */
export function requireSignedIn({ tokens }: Context, body: Fields): Authenticated {
  const idToken = body.required('idToken', 'MISSING_ID_TOKEN');
  return tokens.authenticate(idToken);
}

const RECENT_SECONDS = 5 * 60;

/** Throws unless the user signed in recently; required to change sign-in methods. */
export function requireRecentSignIn({ project, permissive }: Context, { signIn }: Authenticated): void {
  if (!permissive && project.nowSeconds() - signIn.authTime > RECENT_SECONDS) {
    throw badRequest('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  }
}

export function rejectDisabled(user: User): void {
  if (user.disabled) throw badRequest('USER_DISABLED');
}

/** The service returns the project number here; no client uses it. */
const PROJECT_NUMBER = '12345';

/** Exchanges a refresh token. The token remains valid, and the sign-in time is unchanged. */
export async function refreshTokens({ project, tokens }: Context, body: Fields): Promise<object> {
  const grantType = body.text('grantType');
  if (grantType === undefined) throw badRequest('MISSING_GRANT_TYPE');
  if (grantType !== 'refresh_token') throw badRequest('INVALID_GRANT_TYPE');
  const refreshToken = body.required('refreshToken', 'MISSING_REFRESH_TOKEN');
  const { user, signIn } = tokens.redeemRefreshToken(refreshToken);
  const refreshed = project.updateUser(user.localId, (stored) => ({
    ...stored,
    lastRefreshAt: project.now(),
  }));
  const issued = await tokens.issue(refreshed, signIn);
  return {
    id_token: issued.idToken,
    access_token: issued.idToken,
    expires_in: issued.expiresIn,
    refresh_token: issued.refreshToken,
    token_type: 'Bearer',
    user_id: user.localId,
    project_id: PROJECT_NUMBER,
  };
}

const MIN_COOKIE_SECONDS = 5 * 60;
const MAX_COOKIE_SECONDS = 14 * 24 * 60 * 60;

export async function createSessionCookie(context: Context, body: Fields): Promise<object> {
  const validSeconds = body.integer('validDuration') ?? MAX_COOKIE_SECONDS;
  const signedIn = requireSignedIn(context, body);
  if (validSeconds < MIN_COOKIE_SECONDS || validSeconds > MAX_COOKIE_SECONDS)
    throw badRequest('INVALID_DURATION');
  return { sessionCookie: await context.tokens.issueCookie(signedIn, validSeconds) };
}
