import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { SignIn } from '../tokens/claims.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';

const LIFETIME_SECONDS = 10 * 60;
const PURPOSE = 'second-factor';

type FirstFactor = Pick<SignIn, 'provider' | 'attributes'>;

interface PendingSignIn extends FirstFactor {
  readonly uid: string;
  /** Time of the first factor, in Unix seconds. */
  readonly at: number;
}

/** Proves a correct first factor. Exchanged for tokens together with a second factor. */
export function pendingCredential({ project, keys }: Context, uid: string, firstFactor: FirstFactor): string {
  const pending: PendingSignIn = { ...firstFactor, uid, at: project.nowSeconds() };
  return seal(keys.findSecret(project), PURPOSE, pending);
}

/** Returns the user and the first factor; throws INVALID_MFA_PENDING_CREDENTIAL. */
export function readPendingCredential(
  { project, keys, tokens }: Context,
  text: string,
): { readonly user: User; readonly firstFactor: FirstFactor } {
  const pending = unseal(keys.findSecret(project), PURPOSE, text) as PendingSignIn | undefined;
  if (pending === undefined || project.nowSeconds() - pending.at > LIFETIME_SECONDS) {
    throw badRequest('INVALID_MFA_PENDING_CREDENTIAL');
  }
  const { uid, at, ...firstFactor } = pending;
  return { user: tokens.activeUser(uid, at), firstFactor };
}
