import type { Changes } from '@outharbor/stripe-emulator/control-client';

/** Copies of what a service holds, which read only what changed. */
export class Followed<Summary extends { readonly id: string }, Copy> {
  readonly #read: (since: string) => Promise<Changes<Summary>>;
  readonly #copyOf: (summary: Summary) => Copy;
  readonly #copies = new Map<string, Copy>();
  #cursor = 'start';
  #following: Promise<void> | undefined;
  /** Grows with every change. */
  version = 0;

  constructor(read: (since: string) => Promise<Changes<Summary>>, copyOf: (summary: Summary) => Copy) {
    this.#read = read;
    this.#copyOf = copyOf;
  }

  /** Oldest first. */
  get copies(): Iterable<Copy> {
    return this.#copies.values();
  }

  get isRead(): boolean {
    return this.version > 0;
  }

  follow(): Promise<void> {
    this.#following ??= this.#followNow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #followNow(): Promise<void> {
    const answer = await this.#read(this.#cursor);
    this.#take(answer);
    if (this.#copies.size === answer.count) return;
    // Some are gone.
    this.#copies.clear();
    this.#take(await this.#read('start'));
    this.version += 1;
  }

  #take({ cursor, rows }: Changes<Summary>): void {
    for (const row of rows) this.#copies.set(row.id, this.#copyOf(row));
    if (rows.length > 0 || this.version === 0) this.version += 1;
    this.#cursor = cursor;
  }
}
