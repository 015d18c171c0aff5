import type { Change } from './change.ts';

interface Identified {
  readonly id: string;
}

/** Entities of one kind in order of creation. Entities are values: a change puts a new one in place of the old. */
export class Collection<T extends Identified> {
  readonly name: string;
  readonly #record: (change: Change) => void;
  readonly #byId = new Map<string, T>();
  readonly #order: string[] = [];

  constructor(name: string, record: (change: Change) => void) {
    this.name = name;
    this.#record = record;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  put(entity: T): T {
    const previous = this.#byId.get(entity.id);
    this.restore(entity.id, entity);
    this.#record({ collection: this.name, id: entity.id, value: entity, previous });
    return entity;
  }

  delete(id: string): void {
    const previous = this.#byId.get(id);
    if (previous === undefined) return;
    this.restore(id, undefined);
    this.#record({ collection: this.name, id, value: undefined, previous });
  }

  /** Sets or removes without recording: for loading and rolling back. */
  restore(id: string, entity: T | undefined): void {
    if (entity === undefined) {
      if (this.#byId.delete(id)) this.#order.splice(this.#order.lastIndexOf(id), 1);
      return;
    }
    if (!this.#byId.has(id)) this.#order.push(id);
    this.#byId.set(id, entity);
  }

  clear(): void {
    this.#byId.clear();
    this.#order.length = 0;
  }

  values(): IterableIterator<T> {
    return this.#byId.values();
  }

  /** Those that match, newest first, found as far as they are asked for. */
  *newestFirst(matches: (entity: T) => boolean = () => true): Generator<T> {
    for (let index = this.#order.length - 1; index >= 0; index -= 1) {
      const entity = this.#byId.get(this.#order[index] ?? '');
      if (entity !== undefined && matches(entity)) yield entity;
    }
  }
}
