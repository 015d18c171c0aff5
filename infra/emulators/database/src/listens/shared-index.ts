import { buildIndex, type IndexEntries, updateIndex } from '../query/child-index.ts';
import type { QueryIndex } from '../query/query.ts';
import { childOf, type DataNode } from '../tree/data-node.ts';
import { nodeAt } from '../tree/node-at.ts';
import type { Path } from '../tree/node-path.ts';
import type { Change } from './change.ts';

/** One index of one node, kept up to date for all limited listeners there. */
export class SharedIndex {
  readonly #index: QueryIndex;
  readonly #path: Path;
  #node: DataNode;
  entries: IndexEntries;
  uses = 0;

  constructor(index: QueryIndex, path: Path, node: DataNode) {
    this.#index = index;
    this.#path = path;
    this.#node = node;
    this.entries = buildIndex(index, node);
  }

  apply(change: Change): void {
    const node = nodeAt(change.root, this.#path);
    if (change.overwrites(this.#path)) this.entries = buildIndex(this.#index, node);
    else {
      for (const key of new Set(
        change.editsBelow(this.#path).map((edit) => edit.path[this.#path.length] as string),
      )) {
        const before = childOf(this.#node, key);
        this.entries = updateIndex(this.entries, this.#index, key, before, childOf(node, key));
      }
    }
    this.#node = node;
  }
}
