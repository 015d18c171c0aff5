import type { App } from 'firebase-admin/app';
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import type { ObserveDependency } from '../metrics/metrics.ts';
import { createDependency } from './dependency.ts';
import type { Identity, IdentityGateway } from './identity-gateway.ts';
import { createVerifiedTokens, type VerifiedToken } from './verified-tokens.ts';

/**
 * Verifies ID tokens: signature, issuer, audience, times, and that they were not revoked. A token that comes
 * again is only asked about its revocation, which Firebase is asked on every call.
 */
export function createFirebaseIdentity(
  app: App,
  config: Config['firebase'],
  observe: ObserveDependency,
): IdentityGateway {
  const auth = getAuth(app);
  const known = createVerifiedTokens();
  const call = createDependency({
    name: 'identity',
    timeoutMs: config.identityTimeoutMs,
    maxInFlight: 256,
    observe,
    translate: translateIdentityError,
  });
  const verify = async (token: string): Promise<Identity> => {
    const seen = known.find(token);
    if (seen !== undefined) {
      await refuseRevoked(auth, seen);
      return seen.identity;
    }
    const verified = toVerifiedToken(await auth.verifyIdToken(token, true));
    known.add(token, verified);
    return verified.identity;
  };
  return { verify: (token) => call('verify_token', () => verify(token)) };
}

/** What the SDK asks of a token beyond its signature and claims. */
async function refuseRevoked(auth: Auth, { identity, signedInAt }: VerifiedToken): Promise<void> {
  const { disabled, tokensValidAfterTime } = await auth.getUser(identity.uid);
  if (disabled) throw refusal('the account is disabled');
  if (tokensValidAfterTime && signedInAt * 1000 < Date.parse(tokensValidAfterTime)) {
    throw refusal('the sign-in was revoked');
  }
}

const refusal = (reason: string) => new AppError('unauthenticated', { cause: new Error(reason) });

/** The few claims that are used: less than half of what a whole token takes. */
export function toVerifiedToken(token: DecodedIdToken): VerifiedToken {
  const name: unknown = token.name;
  return {
    identity: { uid: token.uid, email: token.email, name: typeof name === 'string' ? name : undefined },
    signedInAt: token.auth_time,
    expiresAt: token.exp,
  };
}

const REFUSED_TOKENS: ReadonlySet<unknown> = new Set([
  'auth/argument-error',
  'auth/invalid-argument',
  'auth/invalid-id-token',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

export function translateIdentityError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // The SDK reports keys that it could not fetch with the code of a bad token.
  const keysAway = error instanceof Error && error.message.includes('fetching public keys');
  const refused = REFUSED_TOKENS.has(code) && !keysAway;
  return new AppError(refused ? 'unauthenticated' : 'dependency_unavailable', { cause: error });
}
