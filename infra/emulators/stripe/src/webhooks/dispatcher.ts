import type { DeliveryPlan } from '../faults/delivery-plan.ts';
import type { Change } from '../state/change.ts';
import type { Store } from '../state/store.ts';
import type { Delivery } from '../state/webhook-entities.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type BackOff, retryDelay } from './back-off.ts';
import { bodyOf } from './body-of.ts';

export interface DispatcherOptions {
  readonly backOff: BackOff;
  readonly timeoutMs: number;
  readonly plan: DeliveryPlan;
  /** What takes the place of `fetch`. */
  readonly send?: typeof fetch | undefined;
}

const MAX_IN_FLIGHT = 16;

/** Sends pending deliveries when they are due, and again with back-off until an endpoint takes them. */
export class Dispatcher {
  readonly #store: Store;
  readonly #options: DispatcherOptions;
  readonly #pending = new Set<string>();
  readonly #inFlight = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

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
    this.#wakeIn(0);
  }

  /** Sends a delivery again, whatever became of it before. */
  async redeliver(id: string): Promise<void> {
    await this.#inFlight.get(id);
    await this.#send(id);
  }

  /** Attempts everything pending now, back-off aside, until all is delivered; throws when endpoints keep refusing. */
  async settle(maxRounds = 10): Promise<void> {
    const attempted = new Set<string>();
    for (let round = 0; round < maxRounds; round += 1) {
      await this.idle();
      const due = this.#waiting().filter(
        (delivery) => !(attempted.has(delivery.id) && isUnreachable(delivery)),
      );
      if (due.length === 0) break;
      for (let start = 0; start < due.length; start += MAX_IN_FLIGHT) {
        await Promise.all(due.slice(start, start + MAX_IN_FLIGHT).map(({ id }) => this.#send(id)));
      }
      for (const { id } of due) attempted.add(id);
    }
    // What has arrived may be forgotten by now.
    const kept = [...attempted].flatMap((id) => this.#store.deliveries.get(id) ?? []);
    const [first, ...others] = kept.filter(({ status }) => status !== 'delivered');
    if (first === undefined) return;
    throw new Error(`${1 + others.length} webhook deliveries fail: ${describe(first)}`);
  }

  /** Waits for the attempts that are under way. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Ends the attempts that are under way; what they were about stays pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.idle();
  }

  /** Pending, neither held back nor under way. */
  #waiting(): Delivery[] {
    return [...this.#pending].flatMap((id) => {
      const delivery = this.#store.deliveries.get(id);
      return delivery === undefined || delivery.held || this.#inFlight.has(id) ? [] : [delivery];
    });
  }

  #note(changes: readonly Change[]): void {
    let added = false;
    for (const { collection, id, value } of changes) {
      if (collection !== 'deliveries') continue;
      if ((value as Delivery | undefined)?.status !== 'pending') this.#pending.delete(id);
      else {
        this.#pending.add(id);
        added = true;
      }
    }
    if (added) this.#wakeIn(0);
  }

  #wakeIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => this.#sendDue(), delayMs).unref();
  }

  /** Sends what is due, and looks again when the next one will be. */
  #sendDue(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const delivery of this.#waiting()) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      if (delivery.nextAttemptAt <= Date.now()) void this.#send(delivery.id);
      else next = Math.min(next, delivery.nextAttemptAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.#wakeIn(Math.max(1, next - Date.now()));
  }

  #send(id: string): Promise<void> {
    const underWay = this.#inFlight.get(id);
    if (underWay !== undefined) return underWay;
    const sending = this.#attempt(id).finally(() => {
      this.#inFlight.delete(id);
      this.#wakeIn(0);
    });
    this.#inFlight.set(id, sending);
    return sending;
  }

  async #attempt(id: string): Promise<void> {
    const isFirst = this.#store.deliveries.get(id)?.attempts.length === 0;
    await this.#attemptOnce(id);
    const copies = isFirst ? this.#options.plan.copies : 1;
    for (let copy = 1; copy < copies && this.#isDelivered(id); copy += 1) await this.#attemptOnce(id);
  }

  #isDelivered(id: string): boolean {
    return this.#store.deliveries.get(id)?.status === 'delivered';
  }

  async #attemptOnce(id: string): Promise<void> {
    const delivery = this.#store.deliveries.get(id);
    const event = this.#store.events.get(delivery?.event ?? '');
    const endpoint = this.#store.webhookEndpoints.get(delivery?.endpoint ?? '');
    if (delivery === undefined || event === undefined || endpoint === undefined) {
      // Its endpoint was deleted, or the state was reset: there is nobody to send it to.
      this.#pending.delete(id);
      return;
    }
    const stop = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.timeoutMs)]);
    const attempt = await attemptDelivery(endpoint, bodyOf(event, delivery), {
      stop,
      send: this.#options.send,
    });
    // What the close cut off stays pending, for the next run.
    if (this.#closing.signal.aborted && attempt.status === null) return;
    const current = this.#store.deliveries.get(id);
    if (current === undefined) return;
    const attempts = [...current.attempts, attempt];
    const accepted = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const delay = retryDelay(this.#options.backOff, attempts.length);
    const open = delay === null ? 'failed' : 'pending';
    const status = accepted || current.status === 'delivered' ? 'delivered' : open;
    this.#store.transact(() =>
      this.#store.deliveries.put({ ...current, attempts, status, nextAttemptAt: Date.now() + (delay ?? 0) }),
    );
  }
}

/** A host that does not resolve now will not in the next moment either, and each attempt takes seconds. */
function isUnreachable({ attempts }: Delivery): boolean {
  return /ENOTFOUND|EAI_AGAIN/.test(attempts.at(-1)?.error ?? '');
}

function describe({ id, attempts }: Delivery): string {
  const last = attempts.at(-1);
  return `${id} (${last?.error ?? `answered ${last?.status}`})`;
}
