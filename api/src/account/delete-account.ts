import type { DeleteAccountResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';
import { leave } from '../leaving/leave.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger'>;

/** Seconds for which a password that was entered counts, as with the identity provider's own deletion. */
const RECENT = 300;

/** Deletes the account of somebody who has just entered the password. */
export async function deleteAccount(deps: Deps, user: SignedIn): Promise<DeleteAccountResponse> {
  await deps.identity.requireCurrent(user);
  if (Date.now() / 1000 - user.signedInAt > RECENT) throw new AppError('password_needed');
  await leave(deps, user.uid);
  return { deleted: true };
}
