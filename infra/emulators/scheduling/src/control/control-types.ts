import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import {
  type Controlled,
  get,
  type Operations,
  post,
  type Timed,
} from '@outharbor/emulator-kit/control-operations';
import { type FaultControl, faultOperations } from '@outharbor/emulator-kit/faults';
import * as json from '@outharbor/emulator-kit/json-reader';
import { type ClockReading, readTimeSpan, type TimeSpan } from '@outharbor/emulator-kit/time-span';
import type { Booking } from '../bookings/booking.ts';
import { type Fault, type FaultBody, readFault } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';

export interface EmulatorState {
  readonly now: string;
  readonly eventTypeUrl: string;
  readonly bookings: readonly Booking[];
  readonly subscriptions: readonly Omit<WebhookSubscription, 'signingKey'>[];
  readonly deliveries: readonly Delivery[];
  readonly faults: readonly Fault[];
}

/** Operations on an account for tests and the console, in the same process or through the control port. */
export interface Control extends Controlled, Timed, FaultControl<FaultBody, Fault> {
  /** Deletes bookings, deliveries and faults, and restores the system time. */
  reset(): Promise<void>;
  /** Resolves when every webhook has been delivered or has failed, and the state is on disk. */
  settle(): Promise<void>;
  state(): Promise<EmulatorState>;
  /** Makes the given bookings, or a small demonstration set. */
  seed(body?: SeedBody): Promise<{ readonly bookings: readonly Booking[] }>;
  configure(change: ConfigureBody): Promise<{ readonly eventTypeUrl: string }>;
  advanceTime(span: TimeSpan): Promise<ClockReading>;
  deliveries(): Promise<readonly Delivery[]>;
  redeliver(id: string): Promise<Delivery>;
  cancel(inviteeId: string): Promise<Booking>;
  /** Moves a booking, without a start to the next open slot. Resolves with the new one. */
  reschedule(inviteeId: string, to?: RescheduleBody): Promise<Booking>;
}

export type NamespaceControl = InNamespace<Control>;

const MAX_BOOKINGS = 500;

const readSeed = json.object({
  bookings: json.optional(
    json.list(
      json.object({ name: json.text, email: json.text, start: json.optional(json.instant) }),
      MAX_BOOKINGS,
    ),
  ),
});

/** Bookings to make; those without a start get the next open slot. */
export type SeedBody = ReturnType<typeof readSeed>;

const readReschedule = json.object({ start: json.optional(json.instant) });

type RescheduleBody = ReturnType<typeof readReschedule>;

const readConfiguration = json.object({ publicUrl: json.optional(json.httpUrl) });

type ConfigureBody = ReturnType<typeof readConfiguration>;

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
