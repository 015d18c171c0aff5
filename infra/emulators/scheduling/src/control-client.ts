import { controlClient } from '@outharbor/emulator-kit/control-client';
import { type Control, OPERATIONS } from './control/control-types.ts';

export { namespaced as namespaceToken } from '@outharbor/emulator-kit/namespace-name';
export type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
export type { Control, EmulatorState, NamespaceControl } from './control/control-types.ts';
export { FAULT_MODES, FAULT_TARGETS, type FaultBody } from './faults/fault-switches.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control>(
  OPERATIONS,
  () => ({}),
);
