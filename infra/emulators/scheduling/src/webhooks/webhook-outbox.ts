import { randomUUID } from 'node:crypto';
import { Outbox, type OutboxOptions } from '@outharbor/emulator-kit/outbox';
import { type Webhook, type WebhookAttempt, wasAccepted } from '@outharbor/emulator-kit/post-webhook';
import type { Delivery, WebhookEvent, WebhookSubscription } from './delivery.ts';

export interface WebhookOutboxOptions extends OutboxOptions {
  /** Delays between attempts. The delivery fails after the last one. */
  readonly retryDelaysMs: readonly number[];
  readonly onChange: () => Promise<void>;
}

const MAX_DELIVERIES = 1_000;
const GONE = 410;
const SIGNATURE_HEADER = 'Calendly-Webhook-Signature';
const HEADERS = { 'content-type': 'application/json' };

/** At-least-once delivery: an enqueued delivery stays pending, across restarts, until accepted or failed. */
export class WebhookOutbox extends Outbox {
  subscriptions: readonly WebhookSubscription[] = [];
  readonly #options: WebhookOutboxOptions;
  readonly #deliveries = new Map<string, Delivery>();
  /** When the next attempt is due. Deliveries left by an earlier run are due immediately. */
  readonly #dueAt = new Map<string, number>();

  constructor(options: WebhookOutboxOptions) {
    super(options);
    this.#options = options;
  }

  deliveries(): Delivery[] {
    return [...this.#deliveries.values()];
  }

  load(deliveries: readonly Delivery[]): void {
    this.#deliveries.clear();
    this.#dueAt.clear();
    for (const delivery of deliveries) this.#deliveries.set(delivery.id, delivery);
  }

  enqueue(event: WebhookEvent, body: string): void {
    for (const subscription of this.subscriptions) {
      if (subscription.disabledAt !== undefined || !subscription.events.includes(event)) continue;
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
    }
    this.#forgetOldest();
    this.wake();
  }

  delivery(id: string): Delivery | undefined {
    return this.#deliveries.get(id);
  }

  protected waiting() {
    const pending = this.deliveries().filter(({ state }) => state === 'pending');
    return pending.map(({ id }) => ({ id, dueAt: this.#dueAt.get(id) ?? 0 }));
  }

  protected async findWebhook(id: string): Promise<Webhook | undefined> {
    const delivery = this.#deliveries.get(id);
    if (delivery === undefined) return undefined;
    const subscription = this.subscriptions.find(({ id: known }) => known === delivery.subscriptionId);
    if (subscription === undefined) {
      await this.#store({ ...delivery, state: 'failed' });
      return undefined;
    }
    const { url, body } = delivery;
    const secret = subscription.signingKey;
    return { url, body, secret, signatureHeader: SIGNATURE_HEADER, headers: HEADERS };
  }

  protected async record(id: string, attempt: WebhookAttempt): Promise<void> {
    const delivery = this.#deliveries.get(id);
    // A reset during the attempt removed it.
    if (delivery === undefined) return;
    const { at, signature, status, durationMs, answer, headers, error } = attempt;
    const attempts = [
      ...delivery.attempts,
      {
        at: new Date(at).toISOString(),
        signature,
        status,
        answer: answer ?? error ?? '',
        headers,
        durationMs,
      },
    ];
    const delay = this.#options.retryDelaysMs[attempts.length - 1];
    this.#dueAt.set(id, Date.now() + (delay ?? 0));
    const isLast = delay === undefined || status === GONE;
    const rejected = isLast ? 'failed' : 'pending';
    const state = wasAccepted(attempt) ? 'delivered' : rejected;
    if (state !== 'delivered') this.#noteFailure(delivery, attempt, isLast);
    await this.#store({ ...delivery, attempts, state });
  }

  /**
   * Calendly deletes a subscription at once when its endpoint is gone, and disables it when the retries of a delivery run
   * out, unless another one has arrived since (developer.calendly.com/api-docs/overview/webhooks/webhook-errors).
   */
  #noteFailure(delivery: Delivery, { at, status }: WebhookAttempt, isLast: boolean): void {
    const { subscriptionId, createdAt } = delivery;
    if (status === GONE) {
      this.subscriptions = this.subscriptions.filter(({ id }) => id !== subscriptionId);
      this.#failPending(subscriptionId);
      return;
    }
    const time = new Date(at).toISOString();
    if (delivery.attempts.length === 0) this.#change(subscriptionId, { retryStartedAt: time });
    if (!isLast || this.#hasDelivered(subscriptionId, createdAt)) return;
    this.#change(subscriptionId, { disabledAt: time });
    this.#failPending(subscriptionId);
  }

  #change(subscriptionId: string, change: Partial<WebhookSubscription>): void {
    this.subscriptions = this.subscriptions.map((known) =>
      known.id === subscriptionId ? { ...known, ...change } : known,
    );
  }

  #hasDelivered(subscriptionId: string, since: string): boolean {
    return this.deliveries().some(
      (other) =>
        other.subscriptionId === subscriptionId &&
        other.state === 'delivered' &&
        (other.attempts.at(-1)?.at ?? '') >= since,
    );
  }

  #failPending(subscriptionId: string): void {
    for (const delivery of this.deliveries()) {
      if (delivery.subscriptionId !== subscriptionId || delivery.state !== 'pending') continue;
      this.#deliveries.set(delivery.id, { ...delivery, state: 'failed' });
    }
  }

  async #store(delivery: Delivery): Promise<void> {
    this.#deliveries.set(delivery.id, delivery);
    await this.#options.onChange();
  }

  #forgetOldest(): void {
    for (const { id, state } of this.#deliveries.values()) {
      if (this.#deliveries.size <= MAX_DELIVERIES) return;
      if (state === 'pending') continue;
      this.#deliveries.delete(id);
      this.#dueAt.delete(id);
    }
  }
}
