import {
  type CommonControl,
  commonControl,
  controlCalls,
  faultControl,
  type Health,
  removeNamespace,
} from '@outharbor/emulator-kit/control-client';
import type { Control } from './control/control-types.ts';

export { namespacesOf as namespaces } from '@outharbor/emulator-kit/control-client';
export { namespaced as namespaceToken } from '@outharbor/emulator-kit/namespace-name';
export type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
export type { Control, EmulatorState } from './control/control-types.ts';
export { FAULT_MODES, FAULT_TARGETS, type FaultBody } from './faults/fault-switches.ts';

/** The control of a namespace. */
export interface NamespaceControl extends Control {
  /** Ends the namespace and forgets all of it; named again, it begins anew. */
  close(): Promise<void>;
}

type Connected = Pick<CommonControl, 'health'> & { health(): Promise<Health & { readonly now: string }> };

/** Drives an emulator in another process; the same calls as the handle of one in this process. */
export function connectControl(controlUrl: string): Control & Connected {
  return connect(controlUrl);
}

/** The same for one of its namespaces, which begins when it is first used. */
export function connectNamespace(controlUrl: string, name: string): NamespaceControl & Connected {
  return connect(controlUrl, name);
}

function connect(controlUrl: string, name?: string): NamespaceControl & Connected {
  const calls = controlCalls(controlUrl, name);
  const { get, post } = calls;
  return {
    ...commonControl(calls),
    ...faultControl(calls),
    health: () => get('health'),
    state: () => get('state'),
    configure: (change) => post('configure', change),
    seed: (body = {}) => post('seed', body),
    clock: () => get('clock'),
    advanceTime: (span) => post('clock/advance', span),
    deliveries: async () =>
      (await get<{ deliveries: Awaited<ReturnType<Control['deliveries']>> }>('deliveries')).deliveries,
    redeliver: (id) => post(`deliveries/${encodeURIComponent(id)}/redeliver`),
    cancel: (inviteeId) => post(`bookings/${encodeURIComponent(inviteeId)}/cancel`),
    close: () => removeNamespace(calls),
  };
}
