import type { Context } from '../context.ts';
import { forgetOldEvents } from '../events/receivers.ts';
import { forgetOldKeys } from '../idempotency.ts';
import { emit } from '../objects.ts';
import { SETTLEMENTS } from '../part.ts';
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
    for (const [kind, { entities }] of Object.entries(this.#context.installed.timed)) {
      for (const { id } of entities(this.#context.store)) this.#add(kind, id);
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
    this.#context.installed.timed[kind]?.run(this.#context, id, at);
  }

  #note(changes: readonly Change[]): void {
    for (const { collection, id } of changes) this.#add(collection, id);
    // As at Stripe, the clock advances after the API call has been answered.
    if (changes.some(isAdvancing)) setImmediate(() => this.advanceTestClocks());
  }

  #add(kind: string, id: string): void {
    const due = this.#context.installed.timed[kind]?.findDue(this.#context, id) ?? null;
    if (due === null) return;
    const queue = this.#queues.get(due.clock) ?? new DueQueue();
    this.#queues.set(due.clock, queue);
    queue.add({ at: due.at, kind, id });
  }
}

function isAdvancing({ collection, value }: Change): boolean {
  return collection === 'testClocks' && (value as TestClock | undefined)?.advancingTo != null;
}

export interface Due {
  readonly at: number;
  /** The name of its collection. */
  readonly kind: string;
  readonly id: string;
}

/** A binary min-heap by due time. Entries may be stale, so callers must check them. */
class DueQueue {
  readonly #heap: Due[] = [];

  get first(): Due | undefined {
    return this.#heap[0];
  }

  add(due: Due): void {
    let index = this.#heap.push(due) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= this.#at(index)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  take(): Due | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    this.#heap[0] = last;
    this.#sink();
    return first;
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      const left = index * 2 + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(index) <= this.#at(child)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
