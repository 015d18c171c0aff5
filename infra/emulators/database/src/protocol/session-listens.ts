import type { Listener, ReadDecision, Subscriber } from '../listens/listener.ts';
import type { Push } from '../listens/push.ts';
import type { Authority } from '../namespace/authority.ts';
import type { Namespace } from '../namespace/namespace.ts';
import type { Query } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import { DatabaseError, permissionDenied } from '../tree/database-error.ts';
import { formatPath, type Path } from '../tree/node-path.ts';
import type { Packet } from '../wire/packet.ts';
import { eventPacket } from './messages.ts';

const MAX_LISTENS = 10_000;

/** Read on every permission check, because its authority can change. */
interface ListeningClient {
  readonly namespace: Namespace;
  readonly authority: Authority;
  send(packet: Packet): void;
}

export class SessionListens implements Subscriber {
  readonly #client: ListeningClient;
  readonly #byKey = new Map<string, Listener>();
  #lastUntagged: Push | null = null;

  constructor(client: ListeningClient) {
    this.#client = client;
  }

  /** Returns the listener's initial data. */
  add(path: Path, query: Query | undefined, tag: number | undefined, wireQuery: unknown): DataNode {
    const { allowed, touched } = this.decideRead(path, query);
    if (!allowed) throw permissionDenied();
    const key = listenKey(path, query, tag);
    this.remove(path, query, tag);
    if (this.#byKey.size >= MAX_LISTENS) throw new DatabaseError('too_many_listens', 'Too many listens');
    const listener: Listener = { subscriber: this, path, query, tag, wireQuery, touched, view: null };
    const node = this.#client.namespace.nodeAt(path);
    this.#client.namespace.listens.add(listener, node);
    this.#byKey.set(key, listener);
    return listener.view ? listener.view.node(node) : node;
  }

  remove(path: Path, query: Query | undefined, tag: number | undefined): void {
    const key = listenKey(path, query, tag);
    const listener = this.#byKey.get(key);
    if (!listener) return;
    this.#byKey.delete(key);
    this.#client.namespace.listens.remove(listener);
  }

  removeAll(): void {
    for (const listener of this.#byKey.values()) this.#client.namespace.listens.remove(listener);
    this.#byKey.clear();
  }

  recheck(): void {
    this.#client.namespace.listens.recheck([...this.#byKey.values()]);
  }

  decideRead(path: Path, query: Query | undefined): ReadDecision {
    return this.#client.namespace.decideRead(this.#client.authority, path, query);
  }

  deliver(push: Push, { tag }: Listener): void {
    // Several listens of one session may cover the same path; one message is enough.
    if (tag === undefined && push === this.#lastUntagged) return;
    if (tag === undefined) this.#lastUntagged = push;
    this.#client.send(push.packet(tag));
  }

  revoke(listener: Listener): void {
    this.#byKey.delete(listenKey(listener.path, listener.query, listener.tag));
    const queries = listener.query ? { q: [listener.wireQuery] } : {};
    this.#client.send(eventPacket('c', { p: formatPath(listener.path), ...queries }));
  }
}

function listenKey(path: Path, query: Query | undefined, tag: number | undefined): string {
  return query ? `tag ${tag}` : formatPath(path);
}
