import { type WebhookAttempt, wasAccepted } from './post-webhook.ts';

const MAX_IN_FLIGHT = 16;

/** A delivery that waits for its next attempt. */
export interface WaitingDelivery {
  readonly id: string;
  /** Milliseconds of the machine's own clock. */
  readonly dueAt: number;
}

export interface OutboxOptions {
  /** What is to be sent, in that order, and is not held back. */
  readonly waiting: () => Iterable<WaitingDelivery>;
  /** Makes one attempt; undefined when there is nobody to send it to any more. */
  readonly post: (id: string, signal: AbortSignal) => Promise<WebhookAttempt | undefined>;
  /** Keeps an attempt, and decides when the next one is due, if any: that is the back-off. */
  readonly record: (id: string, attempt: WebhookAttempt) => Promise<void> | void;
  readonly timeoutMs: number;
  /** How many times a delivery is sent when it is accepted; once when absent. */
  readonly copiesOf?: (id: string) => number;
}

/** Sends deliveries when they are due. What they are and where they are stored is up to its owner. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Looks for what is due, now or after a delay. To be called when something was added. */
  wake(delayMs = 0): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => this.#sendDue(), delayMs).unref();
  }

  /** Sends a delivery once more, after an attempt that is under way. */
  async redeliver(id: string): Promise<void> {
    await this.#inFlight.get(id);
    await this.#send(id);
  }

  /** Sends everything that waits, back-off aside, in rounds until nothing does. Resolves with what was sent. */
  async settle({
    rounds = Number.POSITIVE_INFINITY,
    retries = () => true,
  }: {
    readonly rounds?: number;
    /** Whether a delivery that was refused in an earlier round is sent again. */
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

  /** Waits for the attempts that are under way. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Ends the attempts that are under way; what they were about goes on waiting, for the next run. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.idle();
  }

  #waiting(): WaitingDelivery[] {
    return [...this.#options.waiting()].filter(({ id }) => !this.#inFlight.has(id));
  }

  /** Sends what is due, and looks again when the next one will be. */
  #sendDue(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { id, dueAt } of this.#waiting()) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      if (dueAt <= Date.now()) this.#send(id).catch((error: Error) => process.emitWarning(error));
      else next = Math.min(next, dueAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.wake(Math.max(1, next - Date.now()));
  }

  #send(id: string): Promise<void> {
    const underWay = this.#inFlight.get(id);
    if (underWay !== undefined) return underWay;
    const sending = this.#attempts(id).finally(() => {
      this.#inFlight.delete(id);
      this.wake();
    });
    this.#inFlight.set(id, sending);
    return sending;
  }

  async #attempts(id: string): Promise<void> {
    const copies = this.#options.copiesOf?.(id) ?? 1;
    const accepted = await this.#attempt(id);
    for (let copy = 1; accepted && copy < copies; copy += 1) await this.#attempt(id);
  }

  /** Whether it was accepted. */
  async #attempt(id: string): Promise<boolean> {
    const { post, record, timeoutMs } = this.#options;
    const { signal } = this.#closing;
    const attempt = await post(id, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    // What the close cut off is no attempt.
    if (attempt === undefined || (signal.aborted && attempt.status === null)) return false;
    await record(id, attempt);
    return wasAccepted(attempt);
  }
}
