import type { Listener } from '../events/webhook-entities.ts';
import { bytesFrom, drawingFrom, type RandomBytes } from '../random-text.ts';
import { type Change, placeName } from './change.ts';
import { Collection } from './collection.ts';
import { type Identified, sparse } from './kind-type.ts';
import { heldForm } from './packed-texts.ts';

/** By the name of a collection: what its objects have unless something else is said, null if they are kept whole. */
export type CollectionDefaults = Readonly<Record<string, object | null>>;

export type CommitListener = (changes: readonly Change[]) => void;

export interface AnyCollection {
  readonly name: string;
  readonly size: number;
  readonly revision: number;
  get(id: string): unknown;
  restore(id: string, entity: undefined): void;
  values(): Iterable<{ readonly id: string }>;
  clear(): void;
}

/**
 * The whole account state. Changes happen only in transactions, which are atomic, also over a platform and its
 * connected accounts: each has a store, and they share the transaction.
 */
export class Store {
  /** Null for the platform's own. */
  readonly platform: Store | null;
  /** Receivers of events for as long as they are connected. */
  readonly listeners = new Map<string, Listener>();
  readonly #account: string | undefined;
  readonly #transaction: { changes: Change[]; depth: number };
  readonly #connected = new Map<string, Store>();
  readonly #listeners: CommitListener[] = [];
  readonly #listenersToAll: CommitListener[] = [];
  readonly #record = (change: Change) => {
    const { changes, depth } = this.#transaction;
    if (depth === 0) throw new Error(`${change.collection} changed outside a transaction`);
    changes.push(this.#account === undefined ? change : { ...change, account: this.#account });
  };

  readonly #collections = new Map<string, AnyCollection>();
  readonly #defaults: CollectionDefaults;

  readonly #repeats: string | null;
  #bytes: RandomBytes | null = null;

  /** The collections that `defaults` names become fields. What `repeats` is given decides ids and secrets. */
  constructor(
    defaults: CollectionDefaults,
    of?: { readonly platform: Store; readonly account: string },
    repeats: string | null = null,
  ) {
    this.platform = of?.platform ?? null;
    this.#repeats = repeats;
    this.#restart();
    this.#account = of?.account;
    this.#transaction = of === undefined ? { changes: [], depth: 0 } : of.platform.#transaction;
    this.#defaults = defaults;
    for (const name of Object.keys(defaults)) Object.assign(this, { [name]: this.collection(name) });
  }

  get collections(): readonly AnyCollection[] {
    return [...this.#collections.values()];
  }

  /** Every collection, also those of connected accounts, with the name that a saved state gives it. */
  get places(): readonly (readonly [name: string, collection: AnyCollection])[] {
    const stores: Store[] = [this, ...this.#connected.values()];
    return stores.flatMap((store) =>
      store.collections.map((collection) => {
        const place = { collection: collection.name, ...(store.#account && { account: store.#account }) };
        return [placeName(place), collection] as const;
      }),
    );
  }

  /** The store of one of the platform's connected accounts. */
  connected(account: string): Store {
    const known = this.#connected.get(account);
    if (known !== undefined) return known;
    const added = new Store(this.#defaults, { platform: this, account });
    this.#connected.set(account, added);
    return added;
  }

  /** Of the connected accounts that have objects of their own. */
  get accountIds(): readonly string[] {
    return [...this.#connected.keys()];
  }

  /** Grows with every change. */
  get revision(): number {
    return this.collections.reduce((sum, { revision }) => sum + revision, 0);
  }

  /** By its name; see `collectionOf` for those of features, which are no fields. A journal may contain one that none has asked for. */
  collection<T extends Identified>(name: string): Collection<T> {
    const known = this.#collections.get(name);
    if (known) return known as Collection<T>;
    const plain = this.#defaults[name];
    const thin = plain == null ? undefined : sparse<T>(plain);
    const added = new Collection<T>(name, this.#record, heldForm(name), thin);
    this.#collections.set(name, added);
    return added;
  }

  /** Runs `work` and commits its changes; if it throws, rolls them back. */
  transact<T>(work: () => T): T {
    const transaction = this.#transaction;
    const mark = transaction.changes.length;
    transaction.depth += 1;
    try {
      const result = this.naming(work);
      if (transaction.depth === 1) (this.platform ?? this).#commit();
      return result;
    } catch (error) {
      (this.platform ?? this).#undo(mark);
      throw error;
    } finally {
      transaction.depth -= 1;
    }
  }

  /** Runs `work`, whose ids and secrets are the account's. */
  naming<T>(work: () => T): T {
    const bytes = (this.platform ?? this).#bytes;
    return bytes === null ? work() : drawingFrom(bytes, work);
  }

  /** Whether the account is the same from run to run. */
  get isRepeated(): boolean {
    return this.#repeats !== null;
  }

  /** An entity as it was before the transaction; undefined if it is new. */
  before<T extends { readonly id: string }>({ name }: Collection<T>, id: string): T | undefined {
    const first = this.#transaction.changes.find(
      ({ account, collection, id: changed }) =>
        collection === name && changed === id && account === this.#account,
    );
    return (first === undefined ? this.collection(name).get(id) : first.previous) as T | undefined;
  }

  /** Tells of this account's changes. */
  onCommit(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  /** Tells of the changes of connected accounts too. */
  onAnyCommit(listener: CommitListener): void {
    this.#listenersToAll.push(listener);
  }

  /** Applies a recorded change without recording it again. */
  apply({ account, collection, id, value }: Omit<Change, 'previous'>): void {
    const store = account === undefined ? this : this.connected(account);
    store.collection(collection).restore(id, value as undefined);
  }

  /** Whether an object of any kind has this id. */
  has(id: string): boolean {
    return this.collections.some((collection) => collection.get(id) !== undefined);
  }

  /** Ids begin anew, or after those of `loaded` objects. */
  clear(loaded = ''): void {
    for (const collection of this.collections) collection.clear();
    this.#connected.clear();
    this.#restart(loaded);
  }

  #restart(loaded = ''): void {
    if (this.#repeats !== null) this.#bytes = bytesFrom(`${this.#repeats} ${loaded}`);
  }

  #commit(): void {
    const { changes } = this.#transaction;
    if (changes.length === 0) return;
    for (const listener of this.#listenersToAll) listener(changes);
    if (changes.every(({ account }) => account === undefined)) this.#tell(changes);
    else this.#tellEach(changes);
    this.#transaction.changes = [];
  }

  #tell(changes: readonly Change[]): void {
    for (const listener of this.#listeners) listener(changes);
  }

  #tellEach(changes: readonly Change[]): void {
    for (const account of new Set(changes.map((change) => change.account))) {
      const store = account === undefined ? this : this.connected(account);
      store.#tell(changes.filter((change) => change.account === account));
    }
  }

  #undo(mark: number): void {
    for (const change of this.#transaction.changes.splice(mark).reverse()) {
      this.apply({ ...change, value: change.previous });
    }
  }
}

/**
 * A collection that a feature adds: its name in saved state, and the type of what it holds. `links(store)` is the
 * collection, which each store makes when it is first asked for.
 */
export function collectionOf<T extends { readonly id: string }>(
  name: string,
): (store: Store) => Collection<T> {
  return (store) => store.collection<T>(name);
}
