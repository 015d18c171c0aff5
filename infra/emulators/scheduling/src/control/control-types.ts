import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
import type { Booking } from '../bookings/booking.ts';
import type { Fault, FaultBody } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';
import type { ConfigureBody, SeedBody } from './control-bodies.ts';

/** Everything an account holds but signing keys. */
export interface EmulatorState {
  readonly now: string;
  readonly eventTypeUrl: string;
  readonly bookings: readonly Booking[];
  readonly subscriptions: readonly Omit<WebhookSubscription, 'signingKey'>[];
  readonly deliveries: readonly Delivery[];
  readonly faults: readonly Fault[];
}

/** What tests and the console can do with an account, in the same process or through the control port. */
export interface Control {
  /** Deletes bookings, deliveries and faults, and restores the machine's time. */
  reset(): Promise<void>;
  /** Resolves when every webhook is delivered or given up and the state is on disk. */
  settle(): Promise<void>;
  state(): Promise<EmulatorState>;
  /** Books for people; a small demonstration set when absent. */
  seed(body?: SeedBody): Promise<{ readonly bookings: readonly Booking[] }>;
  configure(change: ConfigureBody): Promise<{ readonly eventTypeUrl: string }>;
  clock(): Promise<ClockReading>;
  /** Moves the clock forward. Resolves with the new reading. */
  advanceTime(span: TimeSpan): Promise<ClockReading>;
  faults(): Promise<readonly Fault[]>;
  addFault(fault: FaultBody): Promise<Fault>;
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
  deliveries(): Promise<readonly Delivery[]>;
  /** Sends a delivery once more, whatever became of it before. */
  redeliver(id: string): Promise<Delivery>;
  /** Cancels a booking as its host. */
  cancel(inviteeId: string): Promise<Booking>;
}

export type NamespaceControl = InNamespace<Control>;
