import type { Change } from './change.ts';
import type { Identified, Loose } from './kind-type.ts';
import type { Selection } from './selection.ts';

export interface Slot<T> {
  /** Grows with each new entity. */
  readonly position: number;
  entity: T;
}

/** Finds the slots whose entity has a certain value. Entities without one, or with one that is no text, are left out. */
class ValueIndex<T> {
  readonly #read: (entity: T) => unknown;
  /** Most values belong to one entity, which needs no set. */
  readonly #slots = new Map<string, Slot<T> | Set<Slot<T>>>();

  constructor(read: (entity: T) => unknown, slots: Iterable<Slot<T>>) {
    this.#read = read;
    for (const slot of slots) this.move(slot, undefined, slot.entity);
  }

  /** In no particular order. */
  find(value: string): Iterable<Slot<T>> {
    const held = this.#slots.get(value);
    if (held === undefined) return [];
    return held instanceof Set ? held : [held];
  }

  /** Follows a change of a slot's entity. Undefined stands for none. */
  move(slot: Slot<T>, before: T | undefined, after: T | undefined): void {
    const from = before && this.#read(before);
    const to = after && this.#read(after);
    if (from === to) return;
    if (typeof from === 'string') this.#remove(slot, from);
    if (typeof to === 'string') this.#add(slot, to);
  }

  #add(slot: Slot<T>, value: string): void {
    const held = this.#slots.get(value);
    if (held === undefined) this.#slots.set(value, slot);
    else if (held instanceof Set) held.add(slot);
    else this.#slots.set(value, new Set([held, slot]));
  }

  #remove(slot: Slot<T>, value: string): void {
    const held = this.#slots.get(value);
    if (held instanceof Set) held.delete(slot);
    if (held === slot || (held instanceof Set && held.size === 0)) this.#slots.delete(value);
  }
}

type Matches<T> = (entity: T) => boolean;

/** Entities of one kind in creation order. Entities are immutable: an update replaces the old one. */
export class Collection<T extends Identified> {
  readonly name: string;
  readonly #record: (change: Change) => void;
  readonly #hold: (entity: T) => T;
  readonly #thin: (entity: T) => T;
  /** Grows with every change. */
  revision = 0;
  readonly #slots = new Map<string, Slot<T>>();
  /** By position; a deletion leaves a gap. */
  readonly #order: (Slot<T> | undefined)[] = [];
  /** By the name of the value. Each is built at its first use. */
  readonly #indexes = new Map<string, ValueIndex<T>>();

  /** `hold` gives the form in which an entity is kept in memory, and `thin` the one in which it is saved too. */
  constructor(
    name: string,
    record: (change: Change) => void,
    hold: (entity: T) => T = (entity) => entity,
    thin: (entity: T) => T = (entity) => entity,
  ) {
    this.name = name;
    this.#record = record;
    this.#hold = (entity) => hold(thin(entity));
    this.#thin = thin;
  }

  get size(): number {
    return this.#slots.size;
  }

  get(id: string): T | undefined {
    return this.#slots.get(id)?.entity;
  }

  put(given: Loose<T>): T {
    const entity = given as T;
    const previous = this.get(entity.id);
    const sparse = this.#thin(entity);
    this.#record({ collection: this.name, id: entity.id, value: sparse, previous });
    this.restore(entity.id, sparse);
    return sparse;
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
      this.#reindex(slot, slot.entity, undefined);
    } else if (slot === undefined) {
      const added = { position: this.#order.length, entity: this.#hold(entity) };
      this.#order.push(added);
      this.#slots.set(id, added);
      this.#reindex(added, undefined, added.entity);
    } else {
      const before = slot.entity;
      slot.entity = this.#hold(entity);
      this.#reindex(slot, before, slot.entity);
    }
  }

  clear(): void {
    this.revision += 1;
    this.#slots.clear();
    this.#order.length = 0;
    this.#indexes.clear();
  }

  *values(): Generator<T> {
    for (const { entity } of this.#slots.values()) yield entity;
  }

  /** Matching entities whose field has this value, newest first, without a walk over all entities. */
  where(field: keyof T & string, value: string, matches?: Matches<T>): Selection<T> {
    return this.#indexed(field, (entity) => entity[field], value, matches);
  }

  /** Matching entities with this value in their metadata, whatever its case, newest first and without such a walk. */
  withMetadata(key: string, value: string, matches?: Matches<T>): Selection<T> {
    const read = ({ metadata }: T & { readonly metadata?: Readonly<Record<string, string>> }) =>
      metadata?.[key]?.toLowerCase();
    return this.#indexed(`metadata.${key}`, read, value.toLowerCase(), matches);
  }

  /** Matching entities, newest first, evaluated lazily. */
  newestFirst(matches: Matches<T> = () => true): Selection<T> {
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

  #indexed(
    name: string,
    read: (entity: T) => unknown,
    value: string,
    matches: Matches<T> = () => true,
  ): Selection<T> {
    const index = this.#indexes.get(name) ?? new ValueIndex(read, this.#slots.values());
    this.#indexes.set(name, index);
    const found = [...index.find(value)].filter(({ entity }) => matches(entity));
    found.sort((one, other) => other.position - one.position);
    const beside = (id: string, isOn: (position: number, cursor: number) => boolean) => {
      const cursor = this.#slots.get(id)?.position;
      if (cursor === undefined) return undefined;
      return found.filter(({ position }) => isOn(position, cursor)).map(({ entity }) => entity);
    };
    return {
      [Symbol.iterator]: () => found.map(({ entity }) => entity).values(),
      olderThan: (id) => beside(id, (position, cursor) => position < cursor),
      newerThan: (id) => beside(id, (position, cursor) => position > cursor)?.reverse(),
    };
  }

  #reindex(slot: Slot<T>, before: T | undefined, after: T | undefined): void {
    for (const index of this.#indexes.values()) index.move(slot, before, after);
  }

  *#walk(start: number, step: 1 | -1, matches: (entity: T) => boolean): Generator<T> {
    for (let position = start; position >= 0 && position < this.#order.length; position += step) {
      const entity = this.#order[position]?.entity;
      if (entity !== undefined && matches(entity)) yield entity;
    }
  }
}
