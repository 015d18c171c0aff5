import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './change.ts';
import { completed } from './earlier-entities.ts';
import { readLines } from './read-lines.ts';
import type { Store } from './store.ts';

type Entry = readonly [collection: string, id: string, value?: unknown];

/**
 * The state on disk: one line per transaction, so that a crash in the middle of a line loses that transaction
 * as a whole and no other. Opening it rewrites it as one line per entity that is left.
 */
export class Journal {
  readonly #path: string;

  constructor(directory: string, livemode = false) {
    mkdirSync(directory, { recursive: true });
    this.#path = join(directory, livemode ? 'stripe-live.jsonl' : 'stripe.jsonl');
  }

  /** Reads what an earlier run left into `store`. */
  load(store: Store): void {
    for (const line of readLines(this.#path)) {
      const entries: Entry[] = JSON.parse(line);
      for (const [collection, id, value] of entries) {
        store.apply({ collection, id, value: completed(collection, value) });
      }
    }
  }

  append(changes: readonly Change[]): void {
    appendFileSync(this.#path, `${JSON.stringify(changes.map(entryOf))}\n`);
  }

  /** Puts a file with nothing but the present state in place of the old one, in one step. */
  rewrite(store: Store): void {
    const next = `${this.#path}.next`;
    const file = openSync(next, 'w');
    for (const collection of store.collections) {
      for (const value of collection.values()) {
        writeSync(file, `${JSON.stringify([[collection.name, value.id, value]])}\n`);
      }
    }
    fsyncSync(file);
    closeSync(file);
    renameSync(next, this.#path);
  }
}

function entryOf({ collection, id, value }: Change): Entry {
  return value === undefined ? [collection, id] : [collection, id, value];
}
