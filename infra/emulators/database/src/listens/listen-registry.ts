import { indexName } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import { overlaps, type Path } from '../tree/node-path.ts';
import type { Change } from './change.ts';
import { filteredView } from './filtered-view.ts';
import { ListenLevel } from './listen-level.ts';
import type { Listener } from './listener.ts';

/** All listeners by path. The cost of a change depends on the listeners on and along its paths. */
export class ListenRegistry {
  readonly #root = new ListenLevel();
  readonly #all = new Set<Listener>();
  /** Listeners whose permission depends on data. */
  readonly #conditional = new Set<Listener>();

  add(listener: Listener, node: DataNode): void {
    let level = this.#root;
    for (const key of listener.path) {
      let next = level.children.get(key);
      if (!next) {
        next = new ListenLevel();
        level.children.set(key, next);
      }
      level = next;
    }
    const { query, path } = listener;
    if (query) {
      const index = query.limit ? level.acquireIndex(query.index, path, node) : null;
      listener.view = filteredView(query, path, node, index?.entries ?? null);
    }
    level.listeners.add(listener);
    this.#all.add(listener);
    if (listener.touched.length > 0) this.#conditional.add(listener);
  }

  remove(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    this.#conditional.delete(listener);
    const trail = this.#levelsAlong(listener.path);
    const level = trail.at(-1);
    level?.listeners.delete(listener);
    if (listener.query?.limit) level?.releaseIndex(listener.query.index);
    for (let depth = trail.length - 1; depth > 0 && trail[depth]?.isEmpty; depth--) {
      trail[depth - 1]?.children.delete(listener.path[depth - 1] as string);
    }
  }

  notify(change: Change): void {
    this.#revokeAfter(change);
    for (const level of this.#levelsTouched(change)) {
      for (const index of level.indexes.values()) index.apply(change);
      for (const listener of level.listeners) notifyListener(listener, change, level);
    }
  }

  /** Checks permissions again after a sign-in or a change of rules. Defaults to all listeners. */
  recheck(listeners: Iterable<Listener> = [...this.#all]): void {
    for (const listener of listeners) this.#recheckOne(listener);
  }

  #revokeAfter(change: Change): void {
    for (const listener of this.#conditional) {
      const affected = change.edits.some((edit) =>
        listener.touched.some((path) => overlaps(path, edit.path)),
      );
      if (affected) this.#recheckOne(listener);
    }
  }

  #recheckOne(listener: Listener): void {
    if (!this.#all.has(listener)) return;
    const { allowed, touched } = listener.subscriber.decideRead(listener.path, listener.query);
    if (!allowed) {
      this.remove(listener);
      listener.subscriber.revoke(listener);
      return;
    }
    listener.touched = touched;
    if (touched.length > 0) this.#conditional.add(listener);
    else this.#conditional.delete(listener);
  }

  #levelsTouched(change: Change): Set<ListenLevel> {
    const levels = new Set<ListenLevel>();
    for (const { path } of change.edits) {
      const trail = this.#levelsAlong(path);
      for (const level of trail) levels.add(level);
      const last = trail[path.length];
      if (last) addBelow(last, levels);
    }
    return levels;
  }

  #levelsAlong(path: Path): ListenLevel[] {
    let level = this.#root;
    const trail = [level];
    for (const key of path) {
      const next = level.children.get(key);
      if (!next) break;
      trail.push(next);
      level = next;
    }
    return trail;
  }
}

function addBelow(level: ListenLevel, levels: Set<ListenLevel>): void {
  for (const child of level.children.values()) {
    levels.add(child);
    addBelow(child, levels);
  }
}

function notifyListener(listener: Listener, change: Change, level: ListenLevel): void {
  const { query, view, path, subscriber } = listener;
  if (!query || !view) {
    subscriber.deliver(change.pushTo(path), listener);
    return;
  }
  const index = query.limit ? level.indexes.get(indexName(query.index)) : undefined;
  const push = view.apply(change, index?.entries ?? null);
  if (push) subscriber.deliver(push, listener);
}
