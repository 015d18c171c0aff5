import type { IndexEntries } from '../query/child-index.ts';
import type { Query } from '../query/query.ts';
import { inRange, toIndexKey } from '../query/query-order.ts';
import { findWindow, limitedWindow, type Window, windowNode } from '../query/window.ts';
import { type DataNode, getChild, nodeAt } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import type { Change } from './change.ts';
import { Push } from './push.ts';

/** What a filtered listener has been sent, and what to send after a change. */
export class FilteredView {
  readonly #query: Query;
  readonly #path: Path;
  #window: Window;

  constructor(query: Query, path: Path, node: DataNode, entries: IndexEntries | null) {
    this.#query = query;
    this.#path = path;
    this.#window = entries ? limitedWindow(query, entries) : findWindow(query, node);
  }

  node(whole: DataNode): DataNode {
    return windowNode(this.#window, whole);
  }

  /** Null when the change leaves the window unchanged. `entries` is the index of a limited query. */
  apply(change: Change, entries: IndexEntries | null): Push | null {
    const node = nodeAt(change.root, this.#path);
    if (change.overwrites(this.#path)) {
      this.#window = entries ? limitedWindow(this.#query, entries) : findWindow(this.#query, node);
      return new Push(this.#path, this.node(node));
    }
    const changed = entries
      ? this.#moveWindow(limitedWindow(this.#query, entries))
      : this.#filterKeys(change.childrenChanged(this.#path), node);
    return this.#toPush(changed, change);
  }

  #toPush(changed: Map<string, Replaced>, change: Change): Push | null {
    const [entry, ...others] = changed;
    if (!entry) return null;
    const [, { before, after }] = entry;
    const stays = before !== null && after !== null;
    if (others.length === 0 && stays && change.kind === 'put') return change.pushTo(this.#path);
    return new Push(
      this.#path,
      [...changed].map(([key, replaced]) => [key, replaced.after] as const),
    );
  }

  /** Without a limit, whether a child is selected does not depend on the other children. */
  #filterKeys(keys: ReadonlySet<string>, node: DataNode): Map<string, Replaced> {
    const changed = new Map<string, Replaced>();
    for (const key of keys) {
      const child = getChild(node, key);
      const selected = child !== null && inRange(this.#query, toIndexKey(this.#query.index, key, child));
      const before = this.#window.get(key) ?? null;
      const after = selected ? child : null;
      if (before === after) continue;
      changed.set(key, { before, after });
      if (after === null) this.#window.delete(key);
      else this.#window.set(key, after);
    }
    return changed;
  }

  #moveWindow(next: Window): Map<string, Replaced> {
    const changed = new Map<string, Replaced>();
    for (const [key, before] of this.#window) {
      if (!next.has(key)) changed.set(key, { before, after: null });
    }
    for (const [key, after] of next) {
      const before = this.#window.get(key) ?? null;
      if (before !== after) changed.set(key, { before, after });
    }
    this.#window = next;
    return changed;
  }
}

interface Replaced {
  readonly before: DataNode;
  readonly after: DataNode;
}
