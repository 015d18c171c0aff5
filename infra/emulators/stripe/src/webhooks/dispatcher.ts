import { Outbox } from '@outharbor/emulator-kit/outbox';
import { postWebhook, type WebhookAttempt, wasAccepted } from '@outharbor/emulator-kit/post-webhook';
import type { DeliveryPlan } from '../faults/delivery-plan.ts';
import type { Change } from '../state/change.ts';
import type { Store } from '../state/store.ts';
import type { Delivery } from '../state/webhook-entities.ts';
import { type BackOff, retryDelay } from './back-off.ts';
import { bodyOf } from './body-of.ts';

export interface DispatcherOptions {
  readonly backOff: BackOff;
  readonly timeoutMs: number;
  readonly plan: DeliveryPlan;
  /** Used instead of `fetch`. */
  readonly send?: typeof fetch | undefined;
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Stripe/1.0 (emulated)',
};
const MAX_SETTLE_ROUNDS = 10;

/** Sends due deliveries, and retries them with back-off until an endpoint accepts them. */
export class Dispatcher {
  readonly #store: Store;
  readonly #options: DispatcherOptions;
  readonly #pending = new Set<string>();
  readonly #outbox: Outbox;

  constructor(store: Store, options: DispatcherOptions) {
    this.#store = store;
    this.#options = options;
    this.#outbox = new Outbox({
      waiting: () => this.#waiting(),
      post: (id, signal) => this.#post(id, signal),
      record: (id, attempt) => this.#record(id, attempt),
      timeoutMs: options.timeoutMs,
      copiesOf: (id) => (store.deliveries.get(id)?.attempts.length === 0 ? options.plan.copies : 1),
    });
    store.onCommit((changes) => this.#note(changes));
  }

  /** Resumes deliveries that an earlier run left pending. */
  start(): void {
    this.#pending.clear();
    for (const { id, status } of this.#store.deliveries.values())
      if (status === 'pending') this.#pending.add(id);
    this.#outbox.wake();
  }

  /** Sends a delivery again, regardless of its status. */
  redeliver(id: string): Promise<void> {
    return this.#outbox.redeliver(id);
  }

  /** Sends pending deliveries without back-off until all are accepted. Throws if endpoints keep failing. */
  async settle(): Promise<void> {
    const retries = (id: string) => !isUnreachable(this.#store.deliveries.get(id));
    const sent = await this.#outbox.settle({ rounds: MAX_SETTLE_ROUNDS, retries });
    // Accepted deliveries may already have been deleted.
    const kept = [...sent].flatMap((id) => this.#store.deliveries.get(id) ?? []);
    const [first, ...others] = kept.filter(({ status }) => status !== 'delivered');
    if (first === undefined) return;
    const failing =
      others.length === 0 ? '1 webhook delivery fails' : `${1 + others.length} webhook deliveries fail`;
    throw new Error(`${failing}: ${describe(first)}`);
  }

  /** Waits for attempts in progress. */
  idle(): Promise<void> {
    return this.#outbox.idle();
  }

  /** Aborts attempts in progress; their deliveries stay pending. */
  close(): Promise<void> {
    return this.#outbox.close();
  }

  *#waiting() {
    for (const id of this.#pending) {
      const delivery = this.#store.deliveries.get(id);
      if (delivery !== undefined && !delivery.held) yield { id, dueAt: delivery.nextAttemptAt };
    }
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
    if (added) this.#outbox.wake();
  }

  async #post(id: string, signal: AbortSignal): Promise<WebhookAttempt | undefined> {
    const delivery = this.#store.deliveries.get(id);
    const event = this.#store.events.get(delivery?.event ?? '');
    const endpoint = this.#store.webhookEndpoints.get(delivery?.endpoint ?? '');
    if (delivery === undefined || event === undefined || endpoint === undefined) {
      // The endpoint was deleted, or the state was reset.
      this.#pending.delete(id);
      return undefined;
    }
    const { url, secret } = endpoint;
    const body = bodyOf(event, delivery);
    const webhook = { url, secret, body, signatureHeader: 'stripe-signature', headers: HEADERS };
    return postWebhook(webhook, signal, this.#options.send);
  }

  #record(id: string, { answer, ...attempt }: WebhookAttempt): void {
    const current = this.#store.deliveries.get(id);
    if (current === undefined) return;
    const attempts = [...current.attempts, { ...attempt, responseBody: answer }];
    const delay = retryDelay(this.#options.backOff, attempts.length);
    const unaccepted = delay === null ? 'failed' : 'pending';
    const status = wasAccepted(attempt) || current.status === 'delivered' ? 'delivered' : unaccepted;
    this.#store.transact(() =>
      this.#store.deliveries.put({ ...current, attempts, status, nextAttemptAt: Date.now() + (delay ?? 0) }),
    );
  }
}

/** An unresolvable host is not retried: it will hardly resolve soon, and each attempt takes seconds. */
function isUnreachable(delivery: Delivery | undefined): boolean {
  return /ENOTFOUND|EAI_AGAIN/.test(delivery?.attempts.at(-1)?.error ?? '');
}

function describe({ id, attempts }: Delivery): string {
  const last = attempts.at(-1);
  return `${id} (${last?.error ?? `answered ${last?.status}`})`;
}
