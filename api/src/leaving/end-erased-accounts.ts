import type { Context } from '../context.ts';
import { type LeavingDeps, leave } from './leave.ts';

export type ErasureDeps = LeavingDeps & Pick<Context, 'metrics'>;

/**
 * More missing accounts than this indicate an identity provider fault or a misconfiguration, so none is
 * deleted.
 */
const MAX_AT_ONCE = 20;

/**
 * Deletes the data of accounts that an operator erased at the identity provider, as if their owners had
 * deleted them.
 */
export async function endErasedAccounts(deps: ErasureDeps, erased: readonly string[]): Promise<void> {
  if (erased.length > MAX_AT_ONCE) {
    deps.metrics.erasuresWithheld.inc();
    const alert = 'many_accounts_missing';
    deps.logger.error(
      { alert, count: erased.length },
      'too many accounts are missing at the identity provider: none was deleted',
    );
    return;
  }
  for (const uid of erased) await leave(deps, uid);
}
