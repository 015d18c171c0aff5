import type { Changes } from '@outharbor/emulator-kit/change-feed';

export interface Copies<Copy> {
  /** Oldest first; the same list until something changes. */
  readonly copies: readonly Copy[];
  /** Grows with every change. */
  readonly version: number;
}

/** Copies of what a service holds. Reads only what changed. */
export class Followed<Summary extends { readonly id: string | number }, Copy> implements Copies<Copy> {
  readonly #read: (since: string) => Promise<Changes<Summary>>;
  readonly #makeCopy: (summary: Summary) => Copy;
  readonly #keepsLast: boolean;
  readonly #copies = new Map<Summary['id'], Copy>();
  #cursor = 'start';
  #list: readonly Copy[] | undefined;
  #following: Promise<this> | undefined;
  version = 0;

  /** With `keepsLast`, the service keeps only the newest entries, so that missing ones are the oldest. */
  constructor(
    read: (since: string) => Promise<Changes<Summary>>,
    makeCopy: (summary: Summary) => Copy,
    { keepsLast = false } = {},
  ) {
    this.#read = read;
    this.#makeCopy = makeCopy;
    this.#keepsLast = keepsLast;
  }

  get copies(): readonly Copy[] {
    this.#list ??= [...this.#copies.values()];
    return this.#list;
  }

  /** Resolves with itself, up to date. */
  follow(): Promise<this> {
    this.#following ??= this.#followNow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #followNow(): Promise<this> {
    const answer = await this.#read(this.#cursor);
    this.#take(answer);
    if (this.#keepsLast) this.#dropOldest(this.#copies.size - answer.count);
    if (this.#copies.size === answer.count) return this;
    // Some entries were removed.
    this.#copies.clear();
    this.#take(await this.#read('start'));
    return this;
  }

  #take({ cursor, count, rows }: Changes<Summary>): void {
    const isNew = rows.length > 0 || this.version === 0 || (count === 0 && this.#copies.size > 0);
    // The answer contains every entry.
    if (rows.length === count) this.#copies.clear();
    for (const row of rows) this.#copies.set(row.id, this.#makeCopy(row));
    if (isNew) this.#change();
    this.#cursor = cursor;
  }

  #dropOldest(count: number): void {
    for (const id of [...this.#copies.keys()].slice(0, Math.max(0, count))) this.#copies.delete(id);
    if (count > 0) this.#change();
  }

  #change(): void {
    this.version += 1;
    this.#list = undefined;
  }
}
