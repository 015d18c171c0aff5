import { join } from 'node:path';
import { Journal } from '@outharbor/emulator-kit/journal';
import { type Change, placeName, readPlace } from './change.ts';
import type { AnyCollection, Store } from './store.ts';

type Entry = readonly [place: string, id: string, value?: unknown];

/** One mode's state on disk: one line per transaction, or after `rewrite` per entity. */
export class StoreJournal {
  readonly #journal: Journal<readonly Entry[]>;

  constructor(directory: string, livemode: boolean) {
    this.#journal = new Journal(join(directory, livemode ? 'stripe-live.jsonl' : 'stripe.jsonl'));
  }

  load(store: Store): void {
    for (const entries of this.#journal.read()) {
      for (const [name, id, value] of entries) {
        const place = readPlace(name);
        store.apply({ ...place, id, value: value });
      }
    }
  }

  append(changes: readonly Change[]): void {
    this.#journal.append(changes.map(toEntry));
  }

  rewrite(store: Store): void {
    this.#journal.rewrite(listEntities(store));
  }

  /** Rewrites a file that has grown to more than twice the size of the state. */
  async compactIfBloated(store: Store): Promise<void> {
    if (this.#journal.isBloated) await this.#journal.compact(listEntities(store));
  }

  close(): void {
    this.#journal.close();
  }
}

/** The entities that exist now, read bit by bit. Those added meanwhile are left out, or the end might never be reached. */
function listEntities({ places }: Store): Iterable<readonly Entry[]> {
  const counted = places.map(([name, collection]) => ({ name, collection, count: collection.size }));
  return entitiesIn(counted);
}

function* entitiesIn(
  counted: readonly { name: string; collection: AnyCollection; count: number }[],
): Generator<readonly Entry[]> {
  for (const { name, collection, count } of counted) {
    let left = count;
    for (const value of collection.values()) {
      if (left === 0) break;
      left -= 1;
      yield [[name, value.id, value]];
    }
  }
}

function toEntry({ id, value, ...place }: Change): Entry {
  const name = placeName(place);
  return value === undefined ? [name, id] : [name, id, value];
}
