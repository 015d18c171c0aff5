import { isTooMany } from '../reconciler/too-many.ts';
import { type LeavingDeps, leave } from './leave.ts';

export type ErasureDeps = LeavingDeps;

/**
 * Deletes the data of accounts that an operator erased at the identity provider, as if their owners had
 * deleted them.
 */
export async function endErasedAccounts(
  deps: ErasureDeps,
  erased: readonly string[],
  { all, evenMany }: { readonly all: number; readonly evenMany: boolean },
): Promise<void> {
  if (!evenMany && isTooMany(erased.length, all)) {
    deps.metrics.erasuresWithheld.inc();
    const alert = 'many_accounts_missing';
    deps.logger.error(
      { alert, count: erased.length, of: all },
      'too many accounts are missing at the identity provider: none was deleted',
    );
    return;
  }
  for (const uid of erased) {
    try {
      await leave(deps, uid);
    } catch (err) {
      const alert = 'deletion_stuck';
      deps.metrics.operatorTasks.inc({ task: alert });
      deps.logger.error(
        { alert, err, uid },
        'an erased account could not be deleted; the next pass will retry it',
      );
    }
  }
}
