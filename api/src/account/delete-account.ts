import type { DeleteAccountResponse } from '@outharbor/contract/schemas';
import { deleteUser } from '../account-deletion/delete-user.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger' | 'metrics'>;

/** Seconds after sign-in during which deletion is allowed, as in Firebase's own account deletion. */
const RECENT = 300;

/** Deletes the account; requires a recent sign-in. */
export async function deleteAccount(deps: Deps, user: SignedIn): Promise<DeleteAccountResponse> {
  await deps.identity.requireCurrent(user);
  if (user.signInAge > RECENT) throw new AppError('password_needed');
  await deleteUser(deps, user.uid);
  return { deleted: true };
}
