import { isEmail, toName } from '@outharbor/contract/person';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors/app-error.ts';
import { createDependency, type ObserveDependency } from '../dependency.ts';
import type { Account, Identity, IdentityGateway, SignedIn } from '../identity-gateway.ts';
import { createIdTokenVerifier, type IdTokenClaims, isTokenRefusal } from './id-token-verifier.ts';
import { createProviderClock } from './provider-clock.ts';

/** Verifies tokens locally; revocation and account state are checked with Firebase. */
export function createFirebaseIdentity(
  app: App,
  config: Config['firebase'],
  observe: ObserveDependency,
  logger: Pick<FastifyBaseLogger, 'error'>,
): IdentityGateway {
  const auth = getAuth(app);
  const clock = createProviderClock((secondsAhead) =>
    logger.error(
      { alert: 'clock_wrong', secondsAhead },
      "this machine's clock differs from the identity provider's: set it, or webhooks are rejected",
    ),
  );
  const verifyIdToken = createIdTokenVerifier(config, clock);
  const call = createDependency({
    name: 'identity',
    timeoutMs: config.identityTimeoutMs,
    maxInFlight: 256,
    observe,
    translate: translateIdentityError,
  });
  return {
    verify: (token) => call('verify_token', async () => toSignedIn(await verifyIdToken(token))),
    requireCurrent: (user) => call('look_up_account', () => refuseRevoked(auth, user)),
    findAccounts: async (uids) => {
      const batches = Array.from({ length: Math.ceil(uids.length / BATCH) }, (_, index) =>
        uids.slice(index * BATCH, (index + 1) * BATCH),
      );
      const found = new Map<string, Account>();
      for (const batch of batches) {
        const { users } = await call('find_accounts', () => auth.getUsers(batch.map((uid) => ({ uid }))));
        for (const { uid, email, displayName, emailVerified, disabled } of users) {
          found.set(uid, { ...toIdentity(uid, email, displayName), emailVerified, disabled });
        }
      }
      return found;
    },
    describe: (uid) => call('describe_account', () => describe(auth, uid)),
    endSessions: (uid) => call('end_sessions', () => auth.revokeRefreshTokens(uid)),
    deleteAccount: (uid) => call('delete_account', () => ignoreMissing(auth.deleteUser(uid))),
  };
}

async function describe(auth: Auth, uid: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { users } = await auth.getUsers([{ uid }]);
  const [user] = users;
  if (user === undefined) return undefined;
  const { email, emailVerified, displayName, disabled, metadata, providerData } = user;
  return {
    uid,
    email,
    emailVerified,
    displayName,
    disabled,
    createdAt: metadata.creationTime,
    lastSignInAt: metadata.lastSignInTime,
    signsInWith: providerData.map(({ providerId }) => providerId),
  };
}

async function ignoreMissing(deleting: Promise<void>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  }
}

/** Firebase's limit per lookup. */
const BATCH = 100;

/** Rejects a disabled account or a revoked sign-in; the token itself has already been verified. */
async function refuseRevoked(auth: Auth, { uid, signedInAt }: SignedIn): Promise<void> {
  const { disabled, tokensValidAfterTime } = await auth.getUser(uid);
  if (disabled) throw refusal('the account is disabled');
  if (tokensValidAfterTime && signedInAt * 1000 < Date.parse(tokensValidAfterTime)) {
    throw refusal('the sign-in was revoked');
  }
}

const refusal = (reason: string) => new AppError('unauthenticated', { cause: new Error(reason) });

function toSignedIn({ uid, email, name, signedInAt, signInAge }: IdTokenClaims): SignedIn {
  return { ...toIdentity(uid, email, name), signedInAt, signInAge };
}

/** Drops addresses and names that Firebase allows and Stripe rejects: Stripe would reject them every time. */
function toIdentity(uid: string, email: string | undefined, name: string | undefined): Identity {
  return {
    uid,
    email: email !== undefined && isEmail(email) ? email : undefined,
    name: name === undefined ? undefined : toName(name),
  };
}

export function translateIdentityError(error: unknown): AppError {
  const refused = isTokenRefusal(error) || codeOf(error) === 'auth/user-not-found';
  return new AppError(refused ? 'unauthenticated' : 'dependency_unavailable', { cause: error });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
