export interface Slot<T> {
  /** Grows with each new entity. */
  readonly position: number;
  entity: T;
}

/** Finds the slots whose entity has a certain value. Entities without one, or with one that is no text, are left out. */
export class ValueIndex<T> {
  readonly #read: (entity: T) => unknown;
  readonly #slots = new Map<string, Set<Slot<T>>>();

  constructor(read: (entity: T) => unknown, slots: Iterable<Slot<T>>) {
    this.#read = read;
    for (const slot of slots) this.move(slot, undefined, slot.entity);
  }

  /** In no particular order. */
  find(value: string): Iterable<Slot<T>> {
    return this.#slots.get(value) ?? [];
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
    const slots = this.#slots.get(value);
    if (slots === undefined) this.#slots.set(value, new Set([slot]));
    else slots.add(slot);
  }

  #remove(slot: Slot<T>, value: string): void {
    const slots = this.#slots.get(value);
    slots?.delete(slot);
    if (slots?.size === 0) this.#slots.delete(value);
  }
}
