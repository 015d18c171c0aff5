import type { Context } from '../context.ts';
import { type LeavingDeps, leave } from './leave.ts';

export type ErasureDeps = LeavingDeps & Pick<Context, 'metrics'>;

/** More at once are taken for a fault of the identity provider, or of a setting, and not acted upon. */
const MOST_AT_ONCE = 20;

/** Ends the accounts that an operator has erased at the identity provider as if their owners had left. */
export async function endErasedAccounts(deps: ErasureDeps, erased: readonly string[]): Promise<void> {
  if (erased.length > MOST_AT_ONCE) {
    deps.metrics.erasuresWithheld.inc();
    const alert = 'many_accounts_missing';
    deps.logger.error({ alert, count: erased.length }, 'so many accounts are missing that none was ended');
    return;
  }
  for (const uid of erased) await leave(deps, uid);
}
