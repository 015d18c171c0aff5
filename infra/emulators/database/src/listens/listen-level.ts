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
      shared = sharedIndex(index, path, node);
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

type SharedIndex = ReturnType<typeof sharedIndex>;

/** One index of one node, shared by all limited listeners there and updated with every change. */
function sharedIndex(index: QueryIndex, path: Path, initial: DataNode) {
  let node = initial;
  /** Null when the order is by key, which is how children are stored. */
  let sorted: ChildIndex | null = index.kind === 'key' ? null : buildIndex(index, node);
  return {
    uses: 0,
    get entries(): IndexEntries {
      return sorted ?? entriesByKey(node);
    },
    apply: (change: Change): void => {
      const before = node;
      node = nodeAt(change.root, path);
      if (!sorted) return;
      if (change.overwrites(path)) sorted = buildIndex(index, node);
      else {
        for (const key of change.childrenChanged(path))
          sorted = updateIndex(sorted, index, key, getChild(before, key), getChild(node, key));
      }
    },
  };
}
