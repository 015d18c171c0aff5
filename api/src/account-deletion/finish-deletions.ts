import { attemptDeletion, type DeletionDeps } from './delete-user.ts';

/** Completes interrupted account deletions. */
export async function finishDeletions(deps: DeletionDeps): Promise<{ readonly stuck: number }> {
  let stuck = 0;
  for (const uid of await deps.ledger.readUnfinishedDeletions()) {
    if ((await attemptDeletion(deps, uid)) === 'stuck') stuck += 1;
  }
  return { stuck };
}
