import { controlClient, faultCalls } from '@outharbor/emulator-kit/control-client';
import type { Control } from './control/control-types.ts';
import type { Delivery } from './webhooks/delivery.ts';

export { namespaced as namespaceToken } from '@outharbor/emulator-kit/namespace-name';
export type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
export type { Control, EmulatorState, NamespaceControl } from './control/control-types.ts';
export { FAULT_MODES, FAULT_TARGETS, type FaultBody } from './faults/fault-switches.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control>((calls) => {
  const { get, post } = calls;
  return {
    ...faultCalls(calls),
    state: () => get('state'),
    configure: (change) => post('configure', change),
    seed: (body = {}) => post('seed', body),
    clock: () => get('clock'),
    advanceTime: (span) => post('clock/advance', span),
    deliveries: async () => (await get<{ deliveries: readonly Delivery[] }>('deliveries')).deliveries,
    redeliver: (id) => post(`deliveries/${encodeURIComponent(id)}/redeliver`),
    cancel: (inviteeId) => post(`bookings/${encodeURIComponent(inviteeId)}/cancel`),
  };
});
