import { join } from 'node:path';
import type { Booking } from '../bookings/booking.ts';
import type { BookingLedger } from '../bookings/booking-ledger.ts';
import type { Fault, FaultSwitches } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';
import type { WebhookOutbox } from '../webhooks/webhook-outbox.ts';
import type { Clock } from './clock.ts';
import { StateFile } from './state-file.ts';

interface StoredState {
  readonly clockOffsetMs: number;
  readonly bookings: readonly Booking[];
  readonly subscriptions: readonly WebhookSubscription[];
  readonly deliveries: readonly Delivery[];
  readonly links: readonly string[];
}

export interface SavedAccount extends StoredState {
  readonly faults: readonly Fault[];
}

export interface EmulatorStoreOptions {
  readonly dataDir: string | undefined;
  readonly configured: readonly WebhookSubscription[];
  readonly clock: Clock;
  readonly ledger: BookingLedger;
  readonly outbox: WebhookOutbox;
  readonly faults: FaultSwitches;
}

export class EmulatorStore {
  readonly #options: EmulatorStoreOptions;
  readonly #file: StateFile<StoredState>;

  constructor(options: EmulatorStoreOptions) {
    this.#options = options;
    this.#file = new StateFile(options.dataDir && join(options.dataDir, 'scheduling.json'));
  }

  async load(): Promise<void> {
    this.#apply((await this.#file.load()) ?? this.#empty());
  }

  save(): Promise<void> {
    return this.#file.save(() => this.#snapshot());
  }

  snapshot(): SavedAccount {
    return { ...this.#snapshot(), faults: this.#options.faults.list() };
  }

  /** Replaces everything; webhook endpoints of the configuration stay. */
  async replace({ faults, ...state }: SavedAccount): Promise<void> {
    this.#options.faults.load(faults);
    this.#apply(state);
    await this.save();
  }

  async reset(): Promise<void> {
    this.#options.faults.clear();
    this.#apply(this.#empty());
    await this.save();
  }

  #empty(): StoredState {
    return { clockOffsetMs: 0, bookings: [], subscriptions: [], deliveries: [], links: [] };
  }

  #apply(state: StoredState): void {
    const { clock, ledger, outbox, configured } = this.#options;
    clock.offsetMs = state.clockOffsetMs;
    ledger.load(state.bookings, state.links);
    outbox.subscriptions = [...configured, ...state.subscriptions];
    outbox.load(state.deliveries);
  }

  #snapshot(): StoredState {
    const { clock, ledger, outbox, configured } = this.#options;
    const configuredIds = new Set(configured.map(({ id }) => id));
    return {
      clockOffsetMs: clock.offsetMs,
      bookings: ledger.list(),
      subscriptions: outbox.subscriptions.filter(({ id }) => !configuredIds.has(id)),
      deliveries: outbox.deliveries(),
      links: [...ledger.links],
    };
  }
}
