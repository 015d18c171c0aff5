import { type Controlled, get, type Operations, post } from '@outharbor/emulator-kit/control-operations';
import { faultOperations } from '@outharbor/emulator-kit/faults';
import { readFault } from '../../calls/fault-layer.ts';
import {
  readDeliveryPlan,
  readLateSettings,
  readRedelivery,
  readSwitches,
} from '../../kinds/changeable-settings.ts';
import { readSeed } from '../seed.ts';
import { readDisputeOutcome, readNewDispute, readPayment, readRelease } from './control-bodies.ts';
import type { Control } from './control-types.ts';

export type SpecialOperation = 'state' | 'now' | 'advanceTime';

export const OPERATIONS: Operations<Control, SpecialOperation | keyof Controlled> = {
  ...faultOperations(readFault),
  seed: post('seed', readSeed),
  configure: post('configure', readLateSettings),
  pay: post('checkout/sessions/:id/pay', readPayment),
  dispute: post('charges/:id/dispute', readNewDispute),
  closeDispute: post('disputes/:id/close', readDisputeOutcome),
  declineNext: post('payment_methods/:id/decline-next'),
  clock: get('clock'),
  deliveries: get('deliveries', 'deliveries'),
  delivery: get('deliveries/:id'),
  changes: get('changes/:kind/:since'),
  object: get('objects/:id'),
  event: get('events/:id'),
  redeliver: post('deliveries/:id/redeliver', readRedelivery),
  planDeliveries: post('deliveries/plan', readDeliveryPlan),
  releaseDeliveries: post('deliveries/release', readRelease, 'released'),
  counters: get('counters'),
  coverage: get('coverage'),
  unsupported: get('unsupported'),
  switches: get('switches'),
  setSwitches: post('switches', readSwitches),
};
