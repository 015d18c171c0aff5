import { tellOperator } from '../metrics/tell-operator.ts';
import { type LeavingDeps, leave } from './leave.ts';

/** Completes interrupted account deletions. One that cannot be completed stops no other; the next pass retries it. */
export async function finishLeaving(deps: LeavingDeps): Promise<{ readonly stuck: number }> {
  let stuck = 0;
  for (const uid of await deps.ledger.readLeaving()) {
    try {
      await leave(deps, uid);
    } catch (err) {
      stuck += 1;
      tellOperator(
        deps,
        'deletion_stuck',
        { err, uid },
        'an account could not be deleted; the next pass will retry it',
      );
    }
  }
  return { stuck };
}
