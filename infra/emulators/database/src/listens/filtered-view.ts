import type { IndexEntries } from '../query/child-index.ts';
import type { Query } from '../query/query.ts';
import { inRange, toIndexKey } from '../query/query-order.ts';
import { findWindow, limitedWindow, type Window, windowNode } from '../query/window.ts';
import { type DataNode, getChild, nodeAt } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import type { Change } from './change.ts';
import { Push } from './push.ts';

export type FilteredView = ReturnType<typeof filteredView>;

/** What a filtered listener has been sent, and what to send after a change. `entries` are the index of a limited query. */
export function filteredView(
  query: Query,
  path: Path,
  initial: DataNode,
  initialEntries: IndexEntries | null,
) {
  const select = (node: DataNode, entries: IndexEntries | null): Window =>
    entries ? limitedWindow(query, entries) : findWindow(query, node);
  let window = select(initial, initialEntries);
  const toPush = (changed: Map<string, Replaced>, change: Change): Push | null => {
    const [entry, ...others] = changed;
    if (!entry) return null;
    const [, { before, after }] = entry;
    const stays = before !== null && after !== null;
    if (others.length === 0 && stays && change.kind === 'put') return change.pushTo(path);
    return new Push(
      path,
      [...changed].map(([key, replaced]) => [key, replaced.after] as const),
    );
  };
  /** Without a limit, whether a child is selected does not depend on the other children. */
  const filterKeys = (keys: ReadonlySet<string>, node: DataNode): Map<string, Replaced> => {
    const changed = new Map<string, Replaced>();
    for (const key of keys) {
      const child = getChild(node, key);
      const selected = child !== null && inRange(query, toIndexKey(query.index, key, child));
      const before = window.get(key) ?? null;
      const after = selected ? child : null;
      if (before === after) continue;
      changed.set(key, { before, after });
      if (after === null) window.delete(key);
      else window.set(key, after);
    }
    return changed;
  };
  const moveWindow = (next: Window): Map<string, Replaced> => {
    const changed = new Map<string, Replaced>();
    for (const [key, before] of window) {
      if (!next.has(key)) changed.set(key, { before, after: null });
    }
    for (const [key, after] of next) {
      const before = window.get(key) ?? null;
      if (before !== after) changed.set(key, { before, after });
    }
    window = next;
    return changed;
  };
  return {
    node: (whole: DataNode): DataNode => windowNode(window, whole),
    /** Null when the change leaves the window unchanged. */
    apply: (change: Change, entries: IndexEntries | null): Push | null => {
      const node = nodeAt(change.root, path);
      if (change.overwrites(path)) {
        window = select(node, entries);
        return new Push(path, windowNode(window, node));
      }
      const changed = entries
        ? moveWindow(limitedWindow(query, entries))
        : filterKeys(change.childrenChanged(path), node);
      return toPush(changed, change);
    },
  };
}

interface Replaced {
  readonly before: DataNode;
  readonly after: DataNode;
}
