import { canCharge } from '../subscriptions/decide-plan.ts';
import { findCustomers, readSubscriptions } from '../subscriptions/read-payments.ts';
import { isTooMany } from '../subscriptions/too-many.ts';
import { attemptDeletion, type DeletionDeps, deleteUser } from './delete-user.ts';

/**
 * Deletes the data of accounts that an operator erased at the identity provider, as if their owners had
 * deleted them, once the paid period is over. Until then the account can be restored.
 */
export async function deleteErasedAccounts(
  deps: DeletionDeps,
  erased: readonly string[],
  { all, evenMany }: { readonly all: number; readonly evenMany: boolean },
): Promise<void> {
  if (!evenMany && isTooMany(erased.length, all)) {
    reportMissing(deps, erased.length, all);
    return;
  }
  for (const uid of erased) {
    await attemptDeletion(deps, uid, async () => {
      if (!(await isPaidFor(deps, uid))) await deleteUser(deps, uid);
    });
  }
}

export function reportMissing(
  { logger, metrics }: Pick<DeletionDeps, 'logger' | 'metrics'>,
  count: number,
  of: number,
): void {
  metrics.erasuresWithheld.inc();
  logger.error(
    { alert: 'many_accounts_missing', count, of },
    'too many accounts are missing at the identity provider: nothing of them was ended or deleted',
  );
}

async function isPaidFor(deps: DeletionDeps, uid: string): Promise<boolean> {
  const customers = await findCustomers(deps, await deps.ledger.read(uid), { uid, email: undefined });
  return (await readSubscriptions(deps, uid, customers)).some(canCharge);
}
