import type { Change } from './change.ts';
import type { Selection } from './selection.ts';

interface Identified {
  readonly id: string;
}

interface Slot<T> {
  readonly position: number;
  entity: T;
}

/** Entities of one kind in creation order. Entities are immutable: an update replaces the old one. */
export class Collection<T extends Identified> {
  readonly name: string;
  readonly #record: (change: Change) => void;
  readonly #hold: (entity: T) => T;
  /** Grows with every change. */
  revision = 0;
  readonly #slots = new Map<string, Slot<T>>();
  /** By position; a deletion leaves a gap. */
  readonly #order: (Slot<T> | undefined)[] = [];

  /** `hold` gives the form in which an entity is kept in memory. */
  constructor(name: string, record: (change: Change) => void, hold: (entity: T) => T = (entity) => entity) {
    this.name = name;
    this.#record = record;
    this.#hold = hold;
  }

  get size(): number {
    return this.#slots.size;
  }

  get(id: string): T | undefined {
    return this.#slots.get(id)?.entity;
  }

  put(entity: T): T {
    const previous = this.get(entity.id);
    this.#record({ collection: this.name, id: entity.id, value: entity, previous });
    this.restore(entity.id, entity);
    return entity;
  }

  delete(id: string): void {
    const previous = this.get(id);
    if (previous === undefined) return;
    this.#record({ collection: this.name, id, value: undefined, previous });
    this.restore(id, undefined);
  }

  /** Sets or removes without recording the change, for loading and rollback. */
  restore(id: string, entity: T | undefined): void {
    this.revision += 1;
    const slot = this.#slots.get(id);
    if (entity === undefined) {
      if (slot === undefined) return;
      this.#order[slot.position] = undefined;
      this.#slots.delete(id);
    } else if (slot === undefined) {
      const added = { position: this.#order.length, entity: this.#hold(entity) };
      this.#order.push(added);
      this.#slots.set(id, added);
    } else {
      slot.entity = this.#hold(entity);
    }
  }

  clear(): void {
    this.revision += 1;
    this.#slots.clear();
    this.#order.length = 0;
  }

  *values(): Generator<T> {
    for (const { entity } of this.#slots.values()) yield entity;
  }

  /** Matching entities, newest first, evaluated lazily. */
  newestFirst(matches: (entity: T) => boolean = () => true): Selection<T> {
    const from = (start: number, step: 1 | -1) => this.#walk(start, step, matches);
    const beside = (id: string, step: 1 | -1) => {
      const position = this.#slots.get(id)?.position;
      return position === undefined ? undefined : from(position + step, step);
    };
    return {
      [Symbol.iterator]: () => from(this.#order.length - 1, -1),
      olderThan: (id) => beside(id, -1),
      newerThan: (id) => beside(id, 1),
    };
  }

  *#walk(start: number, step: 1 | -1, matches: (entity: T) => boolean): Generator<T> {
    for (let position = start; position >= 0 && position < this.#order.length; position += step) {
      const entity = this.#order[position]?.entity;
      if (entity !== undefined && matches(entity)) yield entity;
    }
  }
}
