import type { Query } from '../query/query.ts';
import type { Path } from '../tree/node-path.ts';
import type { FilteredView } from './filtered-view.ts';
import type { Push } from './push.ts';

/** A read decision of the rules and the paths that it depends on. */
export interface ReadDecision {
  readonly allowed: boolean;
  readonly touched: readonly Path[];
}

/** Receives pushes: a socket session or a REST event stream. */
export interface Subscriber {
  decideRead(path: Path, query: Query | undefined): ReadDecision;
  deliver(push: Push, listener: Listener): void;
  revoke(listener: Listener): void;
}

export interface Listener {
  readonly path: Path;
  readonly query: Query | undefined;
  /** Client-assigned number that identifies a filtered listen. */
  readonly tag: number | undefined;
  /** The query as the client sent it; identifies the listen when it is revoked. */
  readonly wireQuery?: unknown;
  readonly subscriber: Subscriber;
  /** Paths that the read permission depends on. */
  touched: readonly Path[];
  /** Null for unfiltered listens. */
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
