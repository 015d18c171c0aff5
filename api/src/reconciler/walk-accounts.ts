import { isUid } from '@outharbor/contract/user-record';
import { changedEmail, trySyncEmail } from '../account/sync-email.ts';
import { deleteErasedAccounts } from '../account-deletion/delete-erased-accounts.ts';
import type { DeletionDeps } from '../account-deletion/delete-user.ts';

export interface WalkOptions {
  readonly stop?: AbortSignal;
  /** Ends plans and accounts even if there are so many at once that a fault elsewhere might explain them. */
  readonly evenMany?: boolean;
}

/** Compares every record with its account, whose address may have changed or which may have been erased. */
export async function walkAccounts(
  deps: DeletionDeps,
  { stop, evenMany = false }: WalkOptions = {},
): Promise<void> {
  const erased: string[] = [];
  let all = 0;
  let after: string | undefined;
  do {
    const emails = await deps.ledger.readEmails(after);
    const uids = [...emails.keys()];
    const known = uids.filter(isUid);
    all += known.length;
    const accounts = await deps.identity.findAccounts(known);
    erased.push(...known.filter((uid) => !accounts.has(uid)));
    for (const [uid, account] of accounts) {
      if (changedEmail(account, emails.get(uid)) !== undefined) await trySyncEmail(deps, uid);
    }
    after = uids.at(-1);
  } while (after !== undefined && !stop?.aborted);
  await deleteErasedAccounts(deps, erased, { all, evenMany });
}
