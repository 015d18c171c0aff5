import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Addresses } from './addresses.ts';
import type { BookingLedger } from './bookings/booking-ledger.ts';
import type { FaultSwitches } from './faults/fault-switches.ts';
import type { EventType } from './schedule/event-type.ts';
import type { SchedulingDesk } from './scheduling-desk.ts';
import type { Clock } from './state/clock.ts';
import type { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import type { WidgetAddresses, WidgetFiles } from './widget/widget-files.ts';

export interface EmulatorContext {
  readonly eventType: EventType;
  readonly pagesPath: string;
  readonly widgetFiles: WidgetFiles;
  readonly widgetAddresses: WidgetAddresses;
  readonly apiToken: string;
  readonly guard: PageGuard;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly ledger: BookingLedger;
  readonly outbox: WebhookOutbox;
  readonly desk: SchedulingDesk;
  readonly faults: FaultSwitches;
  readonly save: () => Promise<void>;
}
