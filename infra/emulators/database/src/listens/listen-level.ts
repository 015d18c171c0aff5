import {
  buildIndex,
  type ChildIndex,
  entriesByKey,
  type IndexEntries,
  updateIndex,
} from '../query/child-index.ts';
import { indexName, type QueryIndex } from '../query/query.ts';
import { type DataNode, getChild, nodeAt } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import type { Change } from './change.ts';
import type { Listener } from './listener.ts';

/** Listeners at one path, and the child levels that contain listeners. */
export class ListenLevel {
  readonly children = new Map<string, ListenLevel>();
  readonly listeners = new Set<Listener>();
  readonly indexes = new Map<string, SharedIndex>();

  get isEmpty(): boolean {
    return this.children.size === 0 && this.listeners.size === 0;
  }

  acquireIndex(index: QueryIndex, path: Path, node: DataNode): SharedIndex {
    const name = indexName(index);
    let shared = this.indexes.get(name);
    if (!shared) {
      shared = new SharedIndex(index, path, node);
      this.indexes.set(name, shared);
    }
    shared.uses++;
    return shared;
  }

  releaseIndex(index: QueryIndex): void {
    const name = indexName(index);
    const shared = this.indexes.get(name);
    if (!shared) return;
    shared.uses--;
    if (shared.uses === 0) this.indexes.delete(name);
  }
}

/** One index of one node, shared by all limited listeners there and updated with every change. */
class SharedIndex {
  readonly #index: QueryIndex;
  readonly #path: Path;
  #node: DataNode;
  /** Null when the order is by key, which is how children are stored. */
  #sorted: ChildIndex | null;
  uses = 0;

  constructor(index: QueryIndex, path: Path, node: DataNode) {
    this.#index = index;
    this.#path = path;
    this.#node = node;
    this.#sorted = index.kind === 'key' ? null : buildIndex(index, node);
  }

  get entries(): IndexEntries {
    return this.#sorted ?? entriesByKey(this.#node);
  }

  apply(change: Change): void {
    const before = this.#node;
    const after = nodeAt(change.root, this.#path);
    this.#node = after;
    if (!this.#sorted) return;
    if (change.overwrites(this.#path)) this.#sorted = buildIndex(this.#index, after);
    else {
      for (const key of change.childrenChanged(this.#path)) {
        this.#sorted = updateIndex(
          this.#sorted,
          this.#index,
          key,
          getChild(before, key),
          getChild(after, key),
        );
      }
    }
  }
}
