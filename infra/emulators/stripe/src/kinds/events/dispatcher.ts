import { ControlError } from '@outharbor/emulator-kit/control-error';
import { Outbox, type OutboxOptions } from '@outharbor/emulator-kit/outbox';
import { type Webhook, type WebhookAttempt, wasAccepted } from '@outharbor/emulator-kit/post-webhook';
import { type BackOff, type DeliveryPlan, retryDelay } from '../changeable-settings.ts';
import type { Change } from '../store/change.ts';
import type { Store } from '../store/store.ts';
import { deliveryBody, findReceiver } from './receivers.ts';
import type { Delivery, Listener, WebhookEndpoint } from './webhook-entities.ts';

export interface DispatcherOptions extends OutboxOptions {
  readonly backOff: BackOff;
  readonly plan: DeliveryPlan;
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Stripe/1.0 (emulated)',
};
const MAX_SETTLE_ROUNDS = 10;

export class Dispatcher extends Outbox {
  readonly #store: Store;
  readonly #options: DispatcherOptions;
  readonly #pending = new Set<string>();

  constructor(store: Store, options: DispatcherOptions) {
    super(options);
    this.#store = store;
    this.#options = options;
    store.onCommit((changes) => this.#note(changes));
  }

  start(): void {
    this.#pending.clear();
    for (const { id, status } of this.#store.deliveries.values())
      if (status === 'pending') this.#pending.add(id);
    this.wake();
  }

  /** Sends pending deliveries without back-off until all are accepted. Throws if endpoints keep failing. */
  override async settle(): Promise<ReadonlySet<string>> {
    const retries = (id: string) => !isUnreachable(this.#store.deliveries.get(id));
    const sent = await super.settle({ rounds: MAX_SETTLE_ROUNDS, retries });
    // Accepted deliveries may already have been deleted.
    const kept = [...sent].flatMap((id) => this.#store.deliveries.get(id) ?? []);
    const [first, ...others] = kept.filter(({ status }) => status !== 'delivered');
    if (first === undefined) return sent;
    const failing =
      others.length === 0 ? '1 webhook delivery fails' : `${1 + others.length} webhook deliveries fail`;
    // "Failed Dependency": the control request itself was fine.
    throw new ControlError(424, `${failing}: ${this.#describe(first)}`);
  }

  #describe({ id, event, endpoint, attempts }: Delivery): string {
    const last = attempts.at(-1);
    const type = this.#store.events.get(event)?.type;
    const url = findReceiver(this.#store, endpoint)?.url;
    const reason = last?.error ?? `answered ${last?.status}`;
    return `${id}, ${type} to ${url} (${reason})`;
  }

  protected override countCopies(id: string): number {
    return this.#store.deliveries.get(id)?.attempts.length === 0 ? this.#options.plan.copies : 1;
  }

  protected *waiting() {
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
    if (added) this.wake();
  }

  protected findWebhook(id: string): Webhook | undefined {
    const delivery = this.#store.deliveries.get(id);
    const event = this.#store.events.get(delivery?.event ?? '');
    const endpoint = findReceiver(this.#store, delivery?.endpoint ?? '');
    if (delivery === undefined || event === undefined || endpoint === undefined) {
      // The endpoint was deleted, or the state was reset.
      this.#pending.delete(id);
      return undefined;
    }
    const { url, secret, send, shape }: WebhookEndpoint & Partial<Listener> = endpoint;
    const whole = deliveryBody(event, delivery);
    const body = shape?.(whole) ?? whole;
    return { url, secret, body, signatureHeader: 'stripe-signature', headers: HEADERS, send };
  }

  protected record(id: string, { answer, ...attempt }: WebhookAttempt): void {
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
