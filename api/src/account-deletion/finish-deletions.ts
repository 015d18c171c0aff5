import { tellOperator } from '../metrics/tell-operator.ts';
import { type DeletionDeps, deleteUser } from './delete-user.ts';

/** Completes interrupted account deletions. One that cannot be completed stops no other; the next pass retries it. */
export async function finishDeletions(deps: DeletionDeps): Promise<{ readonly stuck: number }> {
  let stuck = 0;
  for (const uid of await deps.ledger.readUnfinishedDeletions()) {
    try {
      await deleteUser(deps, uid);
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
