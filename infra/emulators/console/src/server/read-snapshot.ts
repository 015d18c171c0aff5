import type { Clocks, Part, Snapshot } from '../snapshot.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { schedulingSnapshot } from '../targets/scheduling-target.ts';
import { stripeSnapshot } from '../targets/stripe-target.ts';

export async function readSnapshot(targets: ConsoleTargets, seedable: boolean): Promise<Snapshot> {
  const [namespaces, clocks, accounts, database, stripe, scheduling, mails] = await Promise.all([
    part(targets.namespaces()),
    part(readClocks(targets)),
    part(targets.identity.accounts()),
    part(targets.database.read()),
    part(stripeSnapshot(targets.stripe)),
    part(schedulingSnapshot(targets.scheduling)),
    part(targets.identity.mails()),
  ]);
  return {
    siteUrl: targets.siteUrl,
    namespaces,
    seedable,
    clocks,
    accounts,
    database,
    stripe,
    scheduling,
    mails,
  };
}

async function readClocks({ stripe, scheduling }: ConsoleTargets): Promise<Clocks> {
  const [atStripe, atScheduling] = await Promise.all([stripe.clock(), scheduling.clock()]);
  return { stripe: atStripe.now, scheduling: atScheduling.now };
}

async function part<T>(reading: Promise<T>): Promise<Part<T>> {
  try {
    return { ok: true, value: await reading };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** `fetch` only throws "fetch failed"; the reason is in the cause. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
