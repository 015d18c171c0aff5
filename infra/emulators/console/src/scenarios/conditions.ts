import { readOr } from '../model/sources.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

/** Lasting conditions in the emulators, whoever began them. */
export interface Conditions {
  readonly stripeFaults: Awaited<ReturnType<ConsoleTargets['stripe']['faults']>>;
  readonly schedulingFaults: Awaited<ReturnType<ConsoleTargets['scheduling']['faults']>>;
  readonly plan: Awaited<ReturnType<ConsoleTargets['stripe']['planDeliveries']>>;
  /** Null while events are kept for good. */
  readonly eventDays: number | null;
  readonly answerDelayMs: number;
  readonly rejectWrites: boolean;
}

export async function readConditions(targets: ConsoleTargets): Promise<Conditions> {
  const { stripe, scheduling, identityControl, databaseControl } = targets;
  const [stripeFaults, schedulingFaults, plan, atStripe, identity, database] = await Promise.all([
    readOr(stripe.faults(), []),
    readOr(scheduling.faults(), []),
    readOr(stripe.planDeliveries({}), { hold: false, delayMs: 0, copies: 1 }),
    readOr(stripe.switches(), { eventDays: null }),
    readOr(identityControl.switches(), { answerDelayMs: 0 }),
    readOr(databaseControl.switches(), { rejectWrites: false }),
  ]);
  const { eventDays } = atStripe;
  return { stripeFaults, schedulingFaults, plan, eventDays, ...identity, ...database };
}
