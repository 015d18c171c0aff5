import { randomUUID } from 'node:crypto';
import type { Delivery, WebhookEvent, WebhookSubscription } from './delivery.ts';
import { sendDelivery, wasAccepted } from './send-delivery.ts';

export interface OutboxOptions {
  /** Waits between attempts; when they are used up the delivery has failed. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
  readonly onChange: () => Promise<void>;
}

const KEPT_DELIVERIES = 1_000;

/** At-least-once delivery: what is enqueued stays pending, over restarts too, until accepted or given up. */
export class WebhookOutbox {
  readonly #options: OutboxOptions;
  #subscriptions: WebhookSubscription[] = [];
  readonly #deliveries = new Map<string, Delivery>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #inFlight = new Map<string, Promise<void>>();
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get subscriptions(): readonly WebhookSubscription[] {
    return this.#subscriptions;
  }

  set subscriptions(subscriptions: readonly WebhookSubscription[]) {
    this.#subscriptions = [...subscriptions];
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  load(deliveries: readonly Delivery[]): void {
    this.#stopTimers();
    this.#deliveries.clear();
    for (const delivery of deliveries) this.#deliveries.set(delivery.id, delivery);
  }

  /** Takes up what an earlier run left pending. */
  start(): void {
    for (const { id, state } of this.deliveries()) if (state === 'pending') this.#schedule(id, 0);
  }

  enqueue(event: WebhookEvent, body: string): void {
    for (const subscription of this.#subscriptions) {
      if (!subscription.events.includes(event)) continue;
      const delivery: Delivery = {
        id: randomUUID(),
        subscriptionId: subscription.id,
        url: subscription.url,
        event,
        body,
        createdAt: new Date().toISOString(),
        state: 'pending',
        attempts: [],
      };
      this.#deliveries.set(delivery.id, delivery);
      this.#schedule(delivery.id, 0);
    }
    this.#forgetOldest();
  }

  /** Sends it once more, whatever became of it before. */
  async redeliver(id: string): Promise<Delivery | undefined> {
    if (!this.#deliveries.has(id)) return undefined;
    await this.#inFlight.get(id);
    await this.#attempt(id);
    return this.#deliveries.get(id);
  }

  /** Resolves when nothing is pending: due retries are not waited for but made at once. */
  async settle(): Promise<void> {
    for (;;) {
      const pending = this.deliveries().filter((delivery) => delivery.state === 'pending');
      if (pending.length === 0) break;
      await Promise.all(pending.map(({ id }) => this.#attempt(id)));
    }
    await Promise.all(this.#inFlight.values());
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopTimers();
    await Promise.allSettled(this.#inFlight.values());
  }

  #schedule(id: string, delayMs: number): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#attempt(id).catch((error: Error) => process.emitWarning(error));
    }, delayMs);
    timer.unref();
    this.#timers.set(id, timer);
  }

  #attempt(id: string): Promise<void> {
    const running = this.#inFlight.get(id);
    if (running) return running;
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const attempt = this.#send(id).finally(() => this.#inFlight.delete(id));
    this.#inFlight.set(id, attempt);
    return attempt;
  }

  async #send(id: string): Promise<void> {
    const delivery = this.#deliveries.get(id);
    if (!delivery) return;
    const subscription = this.#subscriptions.find(({ id: known }) => known === delivery.subscriptionId);
    if (!subscription) return this.#finish({ ...delivery, state: 'failed' });
    const attempt = await sendDelivery(delivery, subscription.signingKey, this.#options.timeoutMs);
    const attempts = [...delivery.attempts, attempt];
    if (wasAccepted(attempt)) return this.#finish({ ...delivery, attempts, state: 'delivered' });
    const delay = this.#options.retryDelaysMs[attempts.length - 1];
    if (delay === undefined) return this.#finish({ ...delivery, attempts, state: 'failed' });
    await this.#finish({ ...delivery, attempts, state: 'pending' });
    this.#schedule(id, delay);
  }

  /** A reset meanwhile has removed the delivery: then there is nothing left to write. */
  async #finish(delivery: Delivery): Promise<void> {
    if (!this.#deliveries.has(delivery.id)) return;
    this.#deliveries.set(delivery.id, delivery);
    await this.#options.onChange();
  }

  #stopTimers(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #forgetOldest(): void {
    for (const { id, state } of this.#deliveries.values()) {
      if (this.#deliveries.size <= KEPT_DELIVERIES) return;
      if (state !== 'pending') this.#deliveries.delete(id);
    }
  }
}
