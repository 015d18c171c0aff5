export interface Due {
  readonly at: number;
  /** The name of its collection. */
  readonly kind: string;
  readonly id: string;
}

/** A binary min-heap by due time. Entries may be stale, so callers must check them. */
export class DueQueue {
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
