import { type Listener, newListener, type ReadDecision, type Subscriber } from '../listens/listener.ts';
import type { Push } from '../listens/push.ts';
import type { Query } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import { formatPath, type Path } from '../tree/node-path.ts';
import { DatabaseError, permissionDenied } from './database-error.ts';
import { eventPacket } from './messages.ts';
import type { Session } from './session.ts';

const MAX_LISTENS = 10_000;

/** The listens of one session. */
export class SessionListens implements Subscriber {
  readonly #session: Session;
  readonly #byKey = new Map<string, Listener>();
  #lastUntagged: Push | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Returns the data that the listener starts from. */
  add(path: Path, query: Query | undefined, tag: number | undefined, wireQuery: unknown): DataNode {
    const { allowed, touched } = this.decideRead(path, query);
    if (!allowed) throw permissionDenied();
    const key = keyOf(path, query, tag);
    this.remove(path, query, tag);
    if (this.#byKey.size >= MAX_LISTENS) throw new DatabaseError('too_many_listens', 'Too many listens');
    const listener = { ...newListener(this, path, query, tag, touched), wireQuery };
    const node = this.#session.namespace.nodeAt(path);
    this.#session.namespace.listens.add(listener, node);
    this.#byKey.set(key, listener);
    return listener.view ? listener.view.node(node) : node;
  }

  remove(path: Path, query: Query | undefined, tag: number | undefined): void {
    const key = keyOf(path, query, tag);
    const listener = this.#byKey.get(key);
    if (!listener) return;
    this.#byKey.delete(key);
    this.#session.namespace.listens.remove(listener);
  }

  removeAll(): void {
    for (const listener of this.#byKey.values()) this.#session.namespace.listens.remove(listener);
    this.#byKey.clear();
  }

  recheck(): void {
    this.#session.namespace.listens.recheck([...this.#byKey.values()]);
  }

  decideRead(path: Path, query: Query | undefined): ReadDecision {
    return this.#session.namespace.decideRead(this.#session.authority, path, query);
  }

  deliver(push: Push, { tag }: Listener): void {
    // Several listens of one session may cover the same place; the client needs to hear it once.
    if (tag === undefined && push === this.#lastUntagged) return;
    if (tag === undefined) this.#lastUntagged = push;
    this.#session.send(push.packet(tag));
  }

  revoke(listener: Listener): void {
    this.#byKey.delete(keyOf(listener.path, listener.query, listener.tag));
    const queries = listener.query ? { q: [listener.wireQuery] } : {};
    this.#session.send(eventPacket('c', { p: formatPath(listener.path), ...queries }));
  }
}

function keyOf(path: Path, query: Query | undefined, tag: number | undefined): string {
  return query ? `tag ${tag}` : formatPath(path);
}
