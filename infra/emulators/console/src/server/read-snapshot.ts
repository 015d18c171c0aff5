import type { Part, Snapshot } from '../snapshot.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { schedulingSnapshot } from '../targets/scheduling-target.ts';

export async function readSnapshot(targets: ConsoleTargets): Promise<Snapshot> {
  const [accounts, database, stripe, scheduling, mails] = await Promise.all([
    part(targets.identity.accounts()),
    part(targets.database.read()),
    part(targets.stripe.snapshot()),
    part(schedulingSnapshot(targets.scheduling)),
    part(targets.identity.mails()),
  ]);
  return { siteUrl: targets.siteUrl, accounts, database, stripe, scheduling, mails };
}

async function part<T>(reading: Promise<T>): Promise<Part<T>> {
  try {
    return { ok: true, value: await reading };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** What `fetch` throws says only "fetch failed"; its cause says why. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
