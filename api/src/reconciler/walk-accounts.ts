import { isUid } from '@outharbor/contract/schemas';
import { changedEmail, syncEmail } from '../account/sync-email.ts';
import { isAppError } from '../errors/app-error.ts';
import { type ErasureDeps, endErasedAccounts } from '../leaving/end-erased-accounts.ts';
import type { LeavingDeps } from '../leaving/leave.ts';

/** Compares every record with its account, whose address may have changed or which may have been erased. */
export async function walkAccounts(deps: ErasureDeps, stop?: AbortSignal): Promise<void> {
  const erased: string[] = [];
  let after: string | undefined;
  do {
    const emails = await deps.ledger.readEmails(after);
    const uids = [...emails.keys()];
    const known = uids.filter(isUid);
    const accounts = await deps.identity.findAccounts(known);
    erased.push(...known.filter((uid) => !accounts.has(uid)));
    for (const [uid, account] of accounts) {
      if (changedEmail(account, emails.get(uid)) !== undefined) await trySyncEmail(deps, uid);
    }
    after = uids.at(-1);
  } while (after !== undefined && !stop?.aborted);
  await endErasedAccounts(deps, erased);
}

async function trySyncEmail(deps: LeavingDeps, uid: string): Promise<void> {
  try {
    await syncEmail(deps, uid);
  } catch (err) {
    if (isAppError(err, 'dependency_unavailable')) throw err;
    deps.logger.error({ err, uid }, 'could not update a changed e-mail address; the next walk will retry');
  }
}
