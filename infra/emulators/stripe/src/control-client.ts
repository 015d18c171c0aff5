import { controlClient, faultCalls, timeOf } from '@outharbor/emulator-kit/control-client';
import type { ClockReading } from '@outharbor/emulator-kit/time-span';
import type { Control, DeliveryView } from './control/control-types.ts';

export { namespaced as namespaceKey } from '@outharbor/emulator-kit/namespace-name';
export type { Control, DeliveryView, NamespaceControl } from './control/control-types.ts';
export type { StateSnapshot } from './control/state-of.ts';
export { FAULT_KINDS, type Fault, type FaultRequest } from './faults/faults.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control>((calls) => {
  const { get, post } = calls;
  const segment = encodeURIComponent;
  return {
    ...faultCalls(calls),
    seed: async (seed) => void (await post('seed', seed)),
    configure: async (settings) => void (await post('configure', settings)),
    state: ({ livemode } = {}) => get(livemode === undefined ? 'state' : `state?livemode=${livemode}`),
    pay: (sessionId, request) => post(`checkout/sessions/${segment(sessionId)}/pay`, request),
    dispute: (id, options = {}) => post(`charges/${segment(id)}/dispute`, options),
    closeDispute: (id, outcome) => post(`disputes/${segment(id)}/close`, outcome),
    clock: () => get('clock'),
    now: () => secondsOf(get('clock')),
    advanceTime: (span) => secondsOf(post('clock/advance', span)),
    deliveries: async () => (await get<{ deliveries: readonly DeliveryView[] }>('deliveries')).deliveries,
    redeliver: (id, options = {}) => post(`deliveries/${segment(id)}/redeliver`, options),
    planDeliveries: (plan) => post('deliveries/plan', plan),
    releaseDeliveries: async (options = {}) =>
      (await post<{ released: number }>('deliveries/release', options)).released,
    counters: () => get('counters'),
    coverage: () => get('coverage'),
    unsupported: () => get('unsupported'),
    switches: () => get('switches'),
    setSwitches: (changes) => post('switches', changes),
  };
});

async function secondsOf(reading: Promise<ClockReading>): Promise<number> {
  return Math.floor((await timeOf(reading)) / 1000);
}
