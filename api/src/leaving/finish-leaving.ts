import { isAppError } from '../errors/app-error.ts';
import { type LeavingDeps, leave } from './leave.ts';

/** Completes interrupted account deletions. Throws if a dependency is unavailable. */
export async function finishLeaving(deps: LeavingDeps): Promise<void> {
  for (const uid of await deps.ledger.readLeaving()) {
    try {
      await leave(deps, uid);
    } catch (err) {
      if (isAppError(err, 'dependency_unavailable')) throw err;
      deps.logger.error({ err, uid }, 'could not delete an account; the reconciler will retry');
    }
  }
}
