import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';

const LIFETIME_SECONDS = 10 * 60;
const PURPOSE = 'second-factor';

interface PendingSignIn {
  readonly uid: string;
  readonly provider: string;
  /** Unix seconds of the first factor. */
  readonly at: number;
}

/** Says that the first factor was right. Together with a second one it is good for tokens. */
export function pendingCredential({ project, keys }: Context, uid: string, provider: string): string {
  const pending: PendingSignIn = { uid, provider, at: project.nowSeconds() };
  return seal(keys.secretOf(project), PURPOSE, pending);
}

/** Whose first factor was right, and which it was; throws INVALID_MFA_PENDING_CREDENTIAL. */
export function readPendingCredential(
  { project, keys, tokens }: Context,
  text: string,
): { readonly user: User; readonly provider: string } {
  const pending = unseal(keys.secretOf(project), PURPOSE, text) as PendingSignIn | undefined;
  if (pending === undefined || project.nowSeconds() - pending.at > LIFETIME_SECONDS) {
    throw badRequest('INVALID_MFA_PENDING_CREDENTIAL');
  }
  return { user: tokens.activeUser(pending.uid, pending.at), provider: pending.provider };
}
