import type { Change } from '../state/change.ts';
import type { Store } from '../state/store.ts';
import type { Delivery } from '../state/webhook-entities.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type BackOff, retryDelay } from './back-off.ts';

export interface DispatcherOptions {
  readonly backOff: BackOff;
  readonly timeoutMs: number;
}

/** Sends pending deliveries when they are due, and again with back-off until an endpoint takes them. */
export class Dispatcher {
  readonly #store: Store;
  readonly #options: DispatcherOptions;
  readonly #pending = new Set<string>();
  readonly #inFlight = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(store: Store, options: DispatcherOptions) {
    this.#store = store;
    this.#options = options;
    store.onCommit((changes) => this.#note(changes));
  }

  /** Takes up what an earlier run left pending. */
  start(): void {
    this.#pending.clear();
    for (const delivery of this.#store.deliveries.values()) {
      if (delivery.status === 'pending') this.#pending.add(delivery.id);
    }
    this.#wake();
  }

  /** Sends a delivery again, whatever became of it before. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    await this.#inFlight.get(id);
    if (this.#store.deliveries.get(id) !== undefined) await this.#send(id);
    return this.#store.deliveries.get(id);
  }

  /** Attempts everything pending now, back-off aside, until all is delivered; throws when endpoints keep refusing. */
  async settle(maxRounds = 10): Promise<void> {
    for (let round = 0; round < maxRounds; round += 1) {
      await this.idle();
      const due = this.#unheld();
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => this.#send(delivery.id)));
    }
    const left = this.#unheld();
    if (left.length === 0) return;
    throw new Error(`${left.length} webhook deliveries still fail: ${describe(left[0])}`);
  }

  /** Waits for the attempts that are under way. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.idle();
  }

  #unheld(): Delivery[] {
    return [...this.#pending].flatMap((id) => {
      const delivery = this.#store.deliveries.get(id);
      return delivery === undefined || delivery.held ? [] : [delivery];
    });
  }

  #note(changes: readonly Change[]): void {
    let noted = false;
    for (const { collection, id, value } of changes) {
      if (collection !== 'deliveries') continue;
      noted = true;
      if ((value as Delivery | undefined)?.status === 'pending') this.#pending.add(id);
      else this.#pending.delete(id);
    }
    if (noted) this.#wake();
  }

  /** Plans the next look at the pending deliveries: at once if one is due. */
  #wake(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const waiting = this.#unheld().filter((delivery) => !this.#inFlight.has(delivery.id));
    if (waiting.length === 0) return;
    const next = Math.min(...waiting.map((delivery) => delivery.nextAttemptAt));
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, next - Date.now()));
    this.#timer.unref();
  }

  #sendDue(): void {
    for (const delivery of this.#unheld()) {
      if (delivery.nextAttemptAt <= Date.now() && !this.#inFlight.has(delivery.id)) {
        void this.#send(delivery.id);
      }
    }
    this.#wake();
  }

  #send(id: string): Promise<void> {
    const under = this.#inFlight.get(id);
    if (under !== undefined) return under;
    const sending = this.#attempt(id).finally(() => {
      this.#inFlight.delete(id);
      this.#wake();
    });
    this.#inFlight.set(id, sending);
    return sending;
  }

  async #attempt(id: string): Promise<void> {
    const delivery = this.#store.deliveries.get(id);
    const event = this.#store.events.get(delivery?.event ?? '');
    const endpoint = this.#store.webhookEndpoints.get(delivery?.endpoint ?? '');
    if (delivery === undefined || event === undefined || endpoint === undefined) {
      this.#pending.delete(id);
      return;
    }
    const attempt = await attemptDelivery(endpoint, event.payload, this.#options.timeoutMs);
    // The state may have been reset in the meantime: then there is nothing to note the attempt on.
    const current = this.#store.deliveries.get(id);
    if (current === undefined) return;
    const attempts = [...current.attempts, attempt];
    const accepted = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const delay = retryDelay(this.#options.backOff, attempts.length);
    const failed = delay === null ? 'failed' : 'pending';
    const status = accepted || current.status === 'delivered' ? 'delivered' : failed;
    this.#store.transact(() =>
      this.#store.deliveries.put({ ...current, attempts, status, nextAttemptAt: Date.now() + (delay ?? 0) }),
    );
  }
}

function describe(delivery: Delivery | undefined): string {
  const last = delivery?.attempts.at(-1);
  return `${delivery?.id} (${last?.error ?? `answered ${last?.status}`})`;
}
