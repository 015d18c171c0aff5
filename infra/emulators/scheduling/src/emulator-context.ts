import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { Addresses } from './addresses.ts';
import type { Booking } from './bookings/booking.ts';
import type { BookingLedger } from './bookings/booking-ledger.ts';
import type { FaultSwitches } from './faults/fault-switches.ts';
import type { OAuthGrants } from './oauth/oauth-grants.ts';
import type { EventType } from './schedule/event-type.ts';
import type { SchedulingDesk } from './scheduling-desk.ts';
import type { Clock } from './state/clock.ts';
import type { WebhookOutbox } from './webhooks/webhook-outbox.ts';
import type { WidgetAddresses, WidgetFiles } from './widget/widget-files.ts';

/** Of one event type. All event types share bookings, webhooks and the rest. */
export interface EmulatorContext {
  /** The contexts of all event types; the first is of the account's main one. */
  readonly types: readonly EmulatorContext[];
  /** The context of the event type that was booked. */
  readonly of: (booking: Booking) => EmulatorContext;
  /** Where the widget loads times and books. */
  readonly widgetApiPath: string;
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
  readonly oauth: OAuthGrants;
  readonly save: () => Promise<void>;
}
