import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control-client';
import { FAULT_KINDS } from '@outharbor/stripe-emulator/control-client';
import type { DeliveryService } from '../rows.ts';
import type { Conditions } from '../scenarios/conditions.ts';

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
