import type { Context } from '../context.ts';
import { forgetOldEvents } from '../events/receivers.ts';
import { forgetOldKeys } from '../idempotency.ts';
import { emit } from '../objects.ts';
import { NEVER, SETTLEMENTS } from '../part.ts';
import type { Change } from '../store/change.ts';
import { type TestClock, testClockWire } from './test-clock.ts';

const MOVES_KEPT = 500;

/** Runs what is due at a given time: expirations, renewals, retries and cancellations. */
export class Clockwork {
  readonly #context: Context;
  readonly #queues = new Map<string | null, DueQueue>();

  constructor(context: Context) {
    this.#context = context;
    context.store.onCommit((changes) => this.#note(changes));
  }

  /** Rebuilds the queues after a state was loaded or a switch was set. */
  start(): void {
    this.#queues.clear();
    const { installed, store } = this.#context;
    for (const kind of Object.keys(installed.timed)) {
      for (const { id } of store.collection(kind).values()) this.#add(kind, id);
    }
    this.advanceTestClocks();
  }

  /** Runs everything due on the account's clock. */
  catchUp(): void {
    const now = this.#context.time.now();
    this.#runTo(SETTLEMENTS, now);
    this.#runTo(null, now);
  }

  /** Settles all captures and refunds without waiting for their time. */
  settleCharges(): void {
    this.#runTo(SETTLEMENTS, Number.POSITIVE_INFINITY);
  }

  /** Runs everything due until `target`, at its own time. */
  runTo(target: number): void {
    this.settleCharges();
    this.#runTo(null, target);
  }

  /** Advances the account's clock to `target`, running due work on the way. */
  advanceTo(target: number): void {
    const { store, time } = this.#context;
    this.runTo(target);
    const offset = time.offset + target - time.now();
    const moves = [...time.moves, { at: Date.now(), offsetMs: offset * 1000 }].slice(-MOVES_KEPT);
    store.transact(() => store.clock.put({ id: 'clock', offset, moves }));
    store.transact(() => {
      forgetOldKeys(this.#context);
      forgetOldEvents(this.#context);
    });
  }

  /** Moves advancing test clocks to their targets. */
  advanceTestClocks(): void {
    const { store } = this.#context;
    for (const { id, advancingTo } of [...store.testClocks.values()]) {
      if (advancingTo === null) continue;
      this.#runTo(id, advancingTo);
      store.transact(() => this.#arrive(id, advancingTo));
    }
  }

  #arrive(id: string, frozen_time: number): void {
    const clock = this.#context.store.testClocks.get(id);
    if (clock === undefined) return;
    const ready = this.#context.store.testClocks.put({ ...clock, frozen_time, advancingTo: null });
    emit(this.#context, 'test_helpers.test_clock.ready', testClockWire(ready));
  }

  #runTo(clock: string | null, target: number): void {
    const queue = this.#queues.get(clock);
    while (queue?.first !== undefined && queue.first.at <= target) {
      const due = queue.take();
      if (due !== undefined) this.#runAt(clock, due);
    }
  }

  #runAt(clock: string | null, due: Due): void {
    const { store, time } = this.#context;
    if (clock === null) {
      time.frozenAt(due.at, () => store.transact(() => this.#run(due)));
      return;
    }
    this.#setTestClock(clock, due.at);
    store.transact(() => this.#run(due));
  }

  #setTestClock(id: string, frozen_time: number): void {
    const { store } = this.#context;
    const clock = store.testClocks.get(id);
    if (clock !== undefined && clock.frozen_time < frozen_time) {
      store.transact(() => store.testClocks.put({ ...clock, frozen_time }));
    }
  }

  #run({ kind, id, at }: Due): void {
    const entity = this.#context.store.collection(kind).get(id);
    if (entity !== undefined) this.#context.installed.timed[kind]?.run(this.#context, entity as never, at);
  }

  #note(changes: readonly Change[]): void {
    for (const { collection, id } of changes) this.#add(collection, id);
    // As at Stripe, the clock advances after the API call has been answered.
    if (changes.some(isAdvancing)) setImmediate(() => this.advanceTestClocks());
  }

  #add(kind: string, id: string): void {
    const timed = this.#context.installed.timed[kind];
    const entity = timed && this.#context.store.collection(kind).get(id);
    if (timed === undefined || entity === undefined) return;
    const [at, clock] = timed.due(entity as never, this.#context);
    if (at == null || at === NEVER) return;
    const queue = this.#queues.get(clock) ?? new DueQueue();
    this.#queues.set(clock, queue);
    queue.add({ at, kind, id });
  }
}

function isAdvancing({ collection, value }: Change): boolean {
  return collection === 'testClocks' && (value as TestClock | undefined)?.advancingTo != null;
}

interface Due {
  readonly at: number;
  /** The name of its collection. */
  readonly kind: string;
  readonly id: string;
}

/** In the order of their times. Entries may be stale, so callers must check them. */
class DueQueue {
  readonly #entries: Due[] = [];

  get first(): Due | undefined {
    return this.#entries[0];
  }

  add(due: Due): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.at ?? NEVER) <= due.at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, due);
  }

  take(): Due | undefined {
    return this.#entries.shift();
  }
}
