export interface Slot<T> {
  /** Grows with each new entity. */
  readonly position: number;
  entity: T;
}

/** Finds the slots whose entity has a certain value. Entities without one, or with one that is no text, are left out. */
export class ValueIndex<T> {
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
