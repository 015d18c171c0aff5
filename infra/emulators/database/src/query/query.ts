import type { DataNode, Priority, Scalar } from '../tree/data-node.ts';
import { formatPath, type Path } from '../tree/node-path.ts';

export type QueryIndex =
  | { readonly kind: 'key' }
  | { readonly kind: 'value' }
  | { readonly kind: 'priority' }
  | { readonly kind: 'child'; readonly path: Path };

/** One end of a range. A bound without a key includes every key with that value. */
export interface Bound {
  readonly value: Scalar | null;
  readonly key?: string;
  readonly inclusive: boolean;
}

export interface Query {
  readonly index: QueryIndex;
  /** The client named no order. It gets that of priorities, but rules see the order of keys. */
  readonly hasDefaultOrder?: true;
  readonly start?: Bound;
  readonly end?: Bound;
  readonly limit?: { readonly count: number; readonly from: 'first' | 'last' };
}

/** Sort key of a query: the indexed value of a child, then its key. */
export interface IndexKey {
  readonly value: DataNode | Priority;
  readonly key: string;
}

/** The name used in rules files and by clients: `.key`, `.value`, `.priority` or a child path. */
export function indexName(index: QueryIndex): string {
  return index.kind === 'child' ? index.path.join('/') : `.${index.kind}`;
}

/** The service's sentence for a query without an index. */
export function missingIndex(path: Path, { index }: Query): string {
  return `Index not defined, add ".indexOn": "${indexName(index)}", for path "${formatPath(path)}", to the rules`;
}
