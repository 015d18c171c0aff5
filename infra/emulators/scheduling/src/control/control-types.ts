import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { Timed } from '@outharbor/emulator-kit/control-operations';
import type { FaultControl } from '@outharbor/emulator-kit/faults';
import type { SavedState } from '@outharbor/emulator-kit/saved-state';
import type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
import type { Booking } from '../bookings/booking.ts';
import type { Fault, FaultBody } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';
import type { ConfigureBody, RescheduleBody, SeedBody } from './control-bodies.ts';

export interface EmulatorState {
  readonly now: string;
  readonly eventTypeUrl: string;
  readonly bookings: readonly Booking[];
  readonly subscriptions: readonly Omit<WebhookSubscription, 'signingKey'>[];
  readonly deliveries: readonly Delivery[];
  readonly faults: readonly Fault[];
}

/** Operations on an account for tests and the console, in the same process or through the control port. */
export interface Control extends Timed, FaultControl<FaultBody, Fault> {
  /** Deletes bookings, deliveries and faults, and restores the system time. */
  reset(): Promise<void>;
  /** Resolves when every webhook has been delivered or has failed, and the state is on disk. */
  settle(): Promise<void>;
  state(): Promise<EmulatorState>;
  saveState(): Promise<SavedState>;
  checkState(saved: SavedState): Promise<void>;
  loadState(saved: SavedState): Promise<void>;
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
