import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control-client';
import { FAULT_KINDS } from '@outharbor/stripe-emulator/control-client';
import { readOr } from '../model/sources.ts';
import type { DeliveryService } from '../rows.ts';
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

const FAULT_PATHS = [
  '/v1/*',
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/:id',
  '/v1/customers',
  '/v1/subscriptions/:id',
  '/v1/billing_portal/sessions',
];

export const FAULT_CHOICES: Readonly<
  Record<DeliveryService, Record<'targets' | 'modes', readonly string[]>>
> = {
  stripe: { targets: FAULT_PATHS, modes: FAULT_KINDS },
  scheduling: { targets: FAULT_TARGETS, modes: FAULT_MODES },
};

export function activeFaults({ stripeFaults, schedulingFaults }: Conditions) {
  const ofStripe = stripeFaults.map(({ path: target, kind: mode, ...fault }) => ({ ...fault, target, mode }));
  const rows = [
    ...ofStripe.map((fault) => ({ ...fault, service: 'stripe' as const })),
    ...schedulingFaults.map((fault) => ({ ...fault, service: 'scheduling' as const })),
  ];
  return rows.filter(({ left }) => left !== 0);
}
