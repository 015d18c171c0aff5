import { FAULT_MODES, FAULT_TARGETS, type FaultBody } from '@outharbor/scheduling-emulator/control-client';
import { FAULT_KINDS, type FaultRequest } from '@outharbor/stripe-emulator/control-client';
import type { FaultRow, Overview, UnsupportedRow } from '../rows.ts';
import type { Conditions } from '../scenarios/scenario.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { part, valueIn } from './sources.ts';

const FAULT_PATHS = [
  '/v1/*',
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/:id',
  '/v1/customers',
  '/v1/subscriptions/:id',
  '/v1/billing_portal/sessions',
];

export const FAULT_CHOICES: Overview['faultChoices'] = {
  stripe: { targets: FAULT_PATHS, modes: FAULT_KINDS },
  scheduling: { targets: FAULT_TARGETS, modes: FAULT_MODES },
};

export function activeFaults({ stripeFaults, schedulingFaults }: Conditions): FaultRow[] {
  const rows = [
    ...stripeFaults.map(({ id, path, kind, left }): FaultRow => {
      return { id, service: 'stripe', target: path, mode: kind, left };
    }),
    ...schedulingFaults.map(({ id, target, mode, left }): FaultRow => {
      return { id, service: 'scheduling', target, mode, left };
    }),
  ];
  return rows.filter(({ left }) => left !== 0);
}

export async function unsupportedCalls({ stripe }: ConsoleTargets): Promise<UnsupportedRow[]> {
  const calls = valueIn(await part(stripe.unsupported()), []);
  return calls.map(({ call, param, count }) => ({ call, param, count }));
}

/** The fault that the console's form describes; undefined for an unknown kind. */
export function stripeFault(path: string, mode: string, count: number | null): FaultRequest | undefined {
  const kind = FAULT_KINDS.find((known) => known === mode);
  return kind && { path, kind, count };
}

/** The fault that the console's form describes; undefined for an unknown target or mode. */
export function schedulingFault(target: string, mode: string, count: number | null): FaultBody | undefined {
  const knownTarget = FAULT_TARGETS.find((known) => known === target);
  const knownMode = FAULT_MODES.find((known) => known === mode);
  return knownTarget && knownMode && { target: knownTarget, mode: knownMode, count };
}
