import { join } from 'node:path';
import type { Booking } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import type { Fault } from '../faults/fault-switches.ts';
import type { Delivery, WebhookSubscription } from '../webhooks/delivery.ts';
import { stateFile } from './state-file.ts';

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

interface EmulatorStoreOptions extends Pick<EmulatorContext, 'clock' | 'ledger' | 'outbox' | 'faults'> {
  readonly dataDir: string | undefined;
  readonly configured: readonly WebhookSubscription[];
}

const EMPTY: StoredState = { clockOffsetMs: 0, bookings: [], subscriptions: [], deliveries: [], links: [] };

export function openStore({ dataDir, configured, clock, ledger, outbox, faults }: EmulatorStoreOptions) {
  const file = stateFile<StoredState>(dataDir && join(dataDir, 'scheduling.json'));
  const configuredIds = new Set(configured.map(({ id }) => id));
  const apply = (state: StoredState): void => {
    clock.offsetMs = state.clockOffsetMs;
    ledger.load(state.bookings, state.links);
    outbox.subscriptions = [...configured, ...state.subscriptions];
    outbox.load(state.deliveries);
  };
  const stored = (): StoredState => ({
    clockOffsetMs: clock.offsetMs,
    bookings: ledger.list(),
    subscriptions: outbox.subscriptions.filter(({ id }) => !configuredIds.has(id)),
    deliveries: outbox.deliveries(),
    links: [...ledger.links],
  });
  const save = (): Promise<void> => file.save(stored);
  /** Replaces everything; webhook endpoints of the configuration stay. */
  const replace = async ({ faults: armed, ...state }: SavedAccount): Promise<void> => {
    faults.load(armed);
    apply(state);
    await save();
  };
  return {
    load: async (): Promise<void> => apply((await file.load()) ?? EMPTY),
    save,
    snapshot: (): SavedAccount => ({ ...stored(), faults: faults.list() }),
    replace,
    reset: () => replace({ ...EMPTY, faults: [] }),
  };
}
