import { readOr } from '../model/sources.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

/** Lasting conditions in the emulators, whoever began them. */
export type Conditions = Awaited<ReturnType<typeof readConditions>>;

export async function readConditions(targets: ConsoleTargets) {
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
