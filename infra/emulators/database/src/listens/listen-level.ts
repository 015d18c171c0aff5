import { indexName, type QueryIndex } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import type { Listener } from './listener.ts';
import { SharedIndex } from './shared-index.ts';

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
