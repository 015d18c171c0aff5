import type { ClockMove } from '@outharbor/emulator-kit/time-span';
import type { ConnectedAccount } from './account-contexts.ts';
import { clockDeletion, deleteClock, type TestClock, testClockWire } from './clock/test-clock.ts';
import { eventEndpoints } from './events/events.ts';
import { webhookEndpointEndpoints } from './events/webhook-endpoints.ts';
import type { Delivery, StoredEvent, WebhookEndpoint } from './events/webhook-entities.ts';
import { alone, keptWhole, type Part, reference } from './part.ts';
import type { Collection } from './store/collection.ts';

declare module './store/store.ts' {
  interface Store {
    readonly accounts: Collection<ConnectedAccount>;
    readonly testClocks: Collection<TestClock>;
    readonly webhookEndpoints: Collection<WebhookEndpoint>;
    readonly events: Collection<StoredEvent>;
    readonly deliveries: Collection<Delivery>;
    /** A single entity, `clock`: seconds this account's time is ahead of the machine's. */
    readonly clock: Collection<{ id: 'clock'; offset: number; moves?: readonly ClockMove[] }>;
  }
}

export const kinds: Part = {
  collections: keptWhole('accounts', 'clock', 'deliveries', 'events', 'testClocks', 'webhookEndpoints'),
  endpoints: [...eventEndpoints, ...webhookEndpointEndpoints],
  references: {
    test_clock: reference('billingclock', ({ testClocks }) => testClocks, alone(testClockWire)),
  },
  timed: {
    testClocks: { due: (clock) => [clockDeletion(clock), null], run: deleteClock },
  },
};
