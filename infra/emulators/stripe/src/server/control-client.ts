import { controlClient, readTime } from '@outharbor/emulator-kit/control-client';
import type { ClockReading } from '@outharbor/emulator-kit/time-span';
import { OPERATIONS, type SpecialOperation } from './control/control-routes.ts';
import type { Control } from './control/control-types.ts';

export { namespaced as namespaceKey } from '@outharbor/emulator-kit/namespace-name';
export { FAULT_KINDS, type Fault, type FaultRequest } from '../calls/fault-layer.ts';
export { money } from '../kinds/money.ts';
export type {
  Control,
  CustomerSummary,
  DeliverySummary,
  DeliveryView,
  EventSummary,
  NamespaceControl,
  PaymentSummary,
  SubscriptionSummary,
  Summaries,
} from './control/control-types.ts';
export type { StateSnapshot } from './control/state-of.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control, SpecialOperation>(
  OPERATIONS,
  (call) => ({
    state: ({ livemode } = {}) =>
      call('GET', livemode === undefined ? 'state' : `state?livemode=${livemode}`),
    now: () => readSeconds(call('GET', 'clock')),
    advanceTime: (span) => readSeconds(call('POST', 'clock/advance', span)),
  }),
);

async function readSeconds(reading: Promise<ClockReading>): Promise<number> {
  return Math.floor((await readTime(reading)) / 1000);
}
