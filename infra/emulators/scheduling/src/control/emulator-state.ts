import type { Booking } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import type { Fault } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';

/** All there is to see, for the console and for tests. Signing keys stay inside. */
export interface EmulatorState {
  readonly now: string;
  readonly eventTypeUrl: string;
  readonly bookings: readonly Booking[];
  readonly subscriptions: readonly Omit<WebhookSubscription, 'signingKey'>[];
  readonly deliveries: readonly Delivery[];
  readonly faults: readonly Fault[];
}

export function readState(context: EmulatorContext): EmulatorState {
  return {
    now: context.clock.now().toISOString(),
    eventTypeUrl: context.addresses.eventTypeUrl,
    bookings: context.ledger.list(),
    subscriptions: context.outbox.subscriptions.map(({ signingKey: _secret, ...shown }) => shown),
    deliveries: context.outbox.deliveries(),
    faults: context.faults.list(),
  };
}
