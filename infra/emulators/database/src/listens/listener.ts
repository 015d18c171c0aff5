import type { Query } from '../query/query.ts';
import type { Path } from '../tree/node-path.ts';
import type { FilteredView } from './filtered-view.ts';
import type { Push } from './push.ts';

/** The outcome of asking the rules, with the places it depends on. */
export interface ReadDecision {
  readonly allowed: boolean;
  readonly touched: readonly Path[];
}

/** Whoever receives what listeners are told: a socket session or a REST event stream. */
export interface Subscriber {
  decideRead(path: Path, query: Query | undefined): ReadDecision;
  deliver(push: Push, listener: Listener): void;
  revoke(listener: Listener): void;
}

export interface Listener {
  readonly path: Path;
  readonly query: Query | undefined;
  /** The number by which a client tells its filtered listens apart. */
  readonly tag: number | undefined;
  /** The query as the client wrote it, by which it knows a revoked listen. */
  readonly wireQuery?: unknown;
  readonly subscriber: Subscriber;
  /** The places that the permission to listen was decided by. */
  touched: readonly Path[];
  /** Present when the listen is filtered. */
  view: FilteredView | null;
}

export function newListener(
  subscriber: Subscriber,
  path: Path,
  query: Query | undefined,
  tag: number | undefined,
  touched: readonly Path[],
): Listener {
  return { path, query, tag, subscriber, touched, view: null };
}
