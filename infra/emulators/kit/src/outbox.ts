import { postWebhook, type Webhook, type WebhookAttempt, wasAccepted } from './post-webhook.ts';

const MAX_IN_FLIGHT = 16;

export interface WaitingDelivery {
  readonly id: string;
  /** Milliseconds since the epoch, by the system clock. */
  readonly dueAt: number;
}

export interface OutboxOptions {
  readonly timeoutMs: number;
  /** Used instead of `fetch`. */
  readonly send?: typeof fetch | undefined;
}

/** Sends deliveries when they are due. The subclass defines and stores them. */
export abstract class Outbox {
  readonly #options: OutboxOptions;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** The deliveries to send, in this order; held ones are not included. */
  protected abstract waiting(): Iterable<WaitingDelivery>;
  /** What to send; undefined when the receiver no longer exists. */
  protected abstract findWebhook(id: string): Promise<Webhook | undefined> | Webhook | undefined;
  protected abstract record(id: string, attempt: WebhookAttempt): Promise<void> | void;

  /** How many times to send a delivery that is accepted. */
  protected countCopies(_id: string): number {
    return 1;
  }

  /** Checks for due deliveries, now or after a delay. Call it after adding one. */
  wake(delayMs = 0): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => this.#sendDue(), delayMs).unref();
  }

  async redeliver(id: string): Promise<void> {
    await this.#inFlight.get(id);
    await this.#send(id);
  }

  /** Sends waiting deliveries without back-off, in rounds, until none is left. Resolves with the ids sent. */
  async settle({
    rounds = Number.POSITIVE_INFINITY,
    retries = () => true,
  }: {
    readonly rounds?: number;
    readonly retries?: (id: string) => boolean;
  } = {}): Promise<ReadonlySet<string>> {
    const sent = new Set<string>();
    for (let round = 0; round < rounds && !this.#closing.signal.aborted; round += 1) {
      await this.idle();
      const due = this.#waiting().filter(({ id }) => !sent.has(id) || retries(id));
      if (due.length === 0) break;
      for (let start = 0; start < due.length; start += MAX_IN_FLIGHT) {
        await Promise.all(due.slice(start, start + MAX_IN_FLIGHT).map(({ id }) => this.#send(id)));
      }
      for (const { id } of due) sent.add(id);
    }
    await this.idle();
    return sent;
  }

  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Aborts attempts in progress; their deliveries stay pending for the next run. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.idle();
  }

  #waiting(): WaitingDelivery[] {
    return [...this.waiting()].filter(({ id }) => !this.#inFlight.has(id));
  }

  /** Reads no further than it can send: thousands of deliveries may be waiting. */
  #sendDue(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { id, dueAt } of this.waiting()) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      if (this.#inFlight.has(id)) continue;
      if (dueAt <= Date.now()) this.#send(id).catch((error: Error) => process.emitWarning(error));
      else next = Math.min(next, dueAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.wake(Math.max(1, next - Date.now()));
  }

  #send(id: string): Promise<void> {
    const running = this.#inFlight.get(id);
    if (running !== undefined) return running;
    const sending = this.#attempts(id).finally(() => {
      this.#inFlight.delete(id);
      this.wake();
    });
    this.#inFlight.set(id, sending);
    return sending;
  }

  async #attempts(id: string): Promise<void> {
    const copies = this.countCopies(id);
    const accepted = await this.#attempt(id);
    for (let copy = 1; accepted && copy < copies; copy += 1) await this.#attempt(id);
  }

  async #attempt(id: string): Promise<boolean> {
    const { timeoutMs, send } = this.#options;
    const { signal } = this.#closing;
    const webhook = await this.findWebhook(id);
    if (webhook === undefined) return false;
    const attempt = await postWebhook(
      webhook,
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      webhook.send ?? send,
    );
    // An attempt that `close` aborted does not count.
    if (signal.aborted && attempt.status === null) return false;
    await this.record(id, attempt);
    return wasAccepted(attempt);
  }
}
