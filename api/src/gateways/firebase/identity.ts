import { isEmail, toName } from '@outharbor/contract/person';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from 'firebase-admin/app';
import {
  type Auth,
  type GetUsersResult,
  getAuth,
  type UserIdentifier,
  type UserRecord,
} from 'firebase-admin/auth';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors/app-error.ts';
import { bindOperations, createDependency, type ObserveDependency } from '../dependency.ts';
import type { Account, Identity, SignedIn } from '../identity.ts';
import { createIdTokenVerifier, isTokenRejection } from './id-token-verifier.ts';

export type IdentityGateway = ReturnType<typeof createFirebaseIdentity>;

/** Verifies tokens locally; revocation and account state are checked with Firebase. */
export function createFirebaseIdentity(
  app: App,
  config: Config['firebase'],
  observe: ObserveDependency,
  logger: Pick<FastifyBaseLogger, 'error'>,
) {
  const auth = getAuth(app);
  const verifyIdToken = createIdTokenVerifier(config, (secondsAhead) =>
    reportWrongClock(logger, secondsAhead),
  );
  const call = createDependency({
    name: 'identity',
    timeoutMs: config.identityTimeoutMs,
    maxInFlight: 256,
    observe,
    translate: translateIdentityError,
  });
  return {
    ...bindOperations(OPERATIONS, auth, call),
    /** Verifies a Firebase ID token by signature and claims only. Throws `unauthenticated` if it is invalid. */
    verify: (token: string): Promise<SignedIn> =>
      call('verify_token', async () => {
        const { uid, email, name, ...signIn } = await verifyIdToken(token);
        return { ...toIdentity(uid, email, name), ...signIn };
      }),
    /** Looks up accounts; uids without one are absent from the result. */
    findAccounts: (uids: readonly string[]): Promise<ReadonlyMap<string, Account>> =>
      findAccounts(
        uids.map((uid) => ({ uid })),
        (batch) => call('find_accounts', () => auth.getUsers(batch)),
      ),
    /** Looks up accounts by e-mail address; addresses that no account can have are ignored. */
    findByEmail: async (emails: readonly string[]): Promise<readonly Account[]> => {
      const identifiers = emails.filter(isEmail).map((email) => ({ email }));
      const found = await findAccounts(identifiers, (batch) =>
        call('find_by_email', () => auth.getUsers(batch)),
      );
      return [...found.values()];
    },
  };
}

function reportWrongClock(logger: Pick<FastifyBaseLogger, 'error'>, secondsAhead: number): void {
  logger.error(
    { alert: 'clock_wrong', secondsAhead },
    "this machine's clock differs from the identity provider's: set it, or webhooks are rejected",
  );
}

/** Throws `unauthenticated` if the account is missing or disabled or the sign-in was revoked. */
async function requireCurrent(auth: Auth, { uid, signedInAt }: SignedIn): Promise<void> {
  const { disabled, tokensValidAfterTime } = await auth.getUser(uid);
  if (disabled) throw rejection('the account is disabled');
  if (tokensValidAfterTime && signedInAt * 1000 < Date.parse(tokensValidAfterTime)) {
    throw rejection('the sign-in was revoked');
  }
}

async function findAccounts(
  identifiers: readonly UserIdentifier[],
  lookUp: (batch: UserIdentifier[]) => Promise<GetUsersResult>,
): Promise<ReadonlyMap<string, Account>> {
  const found = new Map<string, Account>();
  for (let start = 0; start < identifiers.length; start += BATCH) {
    const { users } = await lookUp(identifiers.slice(start, start + BATCH));
    for (const user of users) found.set(user.uid, toAccount(user));
  }
  return found;
}

/** Everything stored about an account except password hashes; undefined if there is none. */
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

/** Revokes all sign-ins so far. Throws `unauthenticated` if there is no account. */
const endSessions = (auth: Auth, uid: string): Promise<void> => auth.revokeRefreshTokens(uid);

/** No effect if it does not exist. */
async function deleteAccount(auth: Auth, uid: string): Promise<void> {
  try {
    await auth.deleteUser(uid);
  } catch (error) {
    if (readCode(error) !== 'auth/user-not-found') throw error;
  }
}

const OPERATIONS = { deleteAccount, describe, endSessions, requireCurrent };

/** Firebase's limit per lookup. */
const BATCH = 100;

const rejection = (reason: string) => new AppError('unauthenticated', { cause: new Error(reason) });

/** Drops addresses and names that Firebase allows and Stripe rejects: Stripe would reject them every time. */
function toIdentity(uid: string, email: unknown, name: unknown): Identity {
  return {
    uid,
    email: typeof email === 'string' && isEmail(email) ? email : undefined,
    name: typeof name === 'string' ? toName(name) : undefined,
  };
}

function toAccount({ uid, email, displayName, emailVerified, disabled }: UserRecord): Account {
  return { ...toIdentity(uid, email, displayName), emailVerified, disabled };
}

/** Covers programming errors too, because the SDK throws them for a response that it does not expect. */
export function translateIdentityError(error: unknown): AppError {
  const rejected = isTokenRejection(error) || readCode(error) === 'auth/user-not-found';
  return new AppError(rejected ? 'unauthenticated' : 'dependency_unavailable', { cause: error });
}

const readCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
