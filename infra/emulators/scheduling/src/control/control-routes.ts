import { type Controlled, get, type Operations, post } from '@outharbor/emulator-kit/control-operations';
import { faultOperations } from '@outharbor/emulator-kit/faults';
import * as json from '@outharbor/emulator-kit/json-reader';
import { readTimeSpan } from '@outharbor/emulator-kit/time-span';
import { readFault } from '../faults/fault-switches.ts';
import { readConfiguration, readReschedule, readSeed } from './control-bodies.ts';
import type { Control } from './control-types.ts';

export const OPERATIONS: Operations<Control, keyof Controlled> = {
  ...faultOperations(readFault),
  seed: post('seed', readSeed),
  configure: post('configure', readConfiguration),
  clock: get('clock'),
  advanceTime: post('clock/advance', readTimeSpan),
  deliveries: get('deliveries', 'deliveries'),
  redeliver: post('deliveries/:id/redeliver', json.emptyObject),
  reschedule: post('bookings/:id/reschedule', readReschedule),
  cancel: post('bookings/:id/cancel'),
};
