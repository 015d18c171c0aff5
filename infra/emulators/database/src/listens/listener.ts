import type { Query } from '../query/query.ts';
import type { Path } from '../tree/node-path.ts';
import type { FilteredView } from './filtered-view.ts';
import type { Push } from './push.ts';

export interface ReadDecision {
  readonly allowed: boolean;
  readonly touched: readonly Path[];
}

export interface Subscriber {
  decideRead(path: Path, query: Query | undefined): ReadDecision;
  deliver(push: Push, listener: Listener): void;
  revoke(listener: Listener): void;
}

export interface Listener {
  readonly path: Path;
  readonly query: Query | undefined;
  readonly tag: number | undefined;
  /** As the client sent it; identifies the listen when it is revoked. */
  readonly wireQuery?: unknown;
  readonly subscriber: Subscriber;
  /** The read permission depends on them. */
  touched: readonly Path[];
  /** Null for unfiltered listens. */
  view: FilteredView | null;
}
