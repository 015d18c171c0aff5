import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control-client';
import { FAULT_KINDS } from '@outharbor/stripe-emulator/control-client';
import type { FaultRow, Overview } from '../rows.ts';
import type { Conditions } from '../scenarios/conditions.ts';

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
    ...stripeFaults.map(({ path, kind, ...fault }): FaultRow => {
      return { ...fault, service: 'stripe', target: path, mode: kind };
    }),
    ...schedulingFaults.map((fault): FaultRow => ({ ...fault, service: 'scheduling' })),
  ];
  return rows.filter(({ left }) => left !== 0);
}
