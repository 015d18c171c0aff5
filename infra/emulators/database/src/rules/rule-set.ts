import { type Bound, indexName, type Query, type QueryIndex } from '../query/query.ts';
import type { DataNode } from '../tree/data-node.ts';
import type { Path } from '../tree/node-path.ts';
import { holds, type RuleNode, stepsAlong } from './rule-node.ts';
import { RuleSnapshot } from './rule-snapshot.ts';
import { allowsWrite, type WriteRequest } from './write-evaluation.ts';

interface ReadRequest {
  readonly auth: unknown;
  readonly root: DataNode;
  readonly query: Query | undefined;
  readonly now: number;
  /** Collects the paths that the decision depends on. */
  readonly touched: Path[];
}

export class RuleSet {
  readonly root: RuleNode;

  constructor(root: RuleNode) {
    this.root = root;
  }

  /** A true `.read` at any level from the root to the path grants access. */
  canRead(path: Path, { auth, root, query, now, touched }: ReadRequest): boolean {
    const whole = new RuleSnapshot(root, [], touched);
    const shared = { auth, now, root: whole, newData: null, query: queryVariable(query) };
    return stepsAlong(this.root, path).some(({ node, captures }, depth) => {
      if (!node.read) return false;
      const data = new RuleSnapshot(root, path.slice(0, depth), touched);
      return holds(node.read, { ...shared, data, captures });
    });
  }

  canWrite(path: Path, request: WriteRequest): boolean {
    return allowsWrite(stepsAlong(this.root, path), path, request);
  }

  /** Keys and priorities are indexed implicitly. */
  hasIndex(path: Path, index: QueryIndex): boolean {
    if (index.kind === 'key' || index.kind === 'priority') return true;
    return stepsAlong(this.root, path)[path.length]?.node.indexOn.includes(indexName(index)) ?? false;
  }
}

function queryVariable(query: Query | undefined): Record<string, unknown> {
  const index: QueryIndex = query === undefined || query.hasDefaultOrder ? { kind: 'key' } : query.index;
  const { start, end, limit } = query ?? {};
  return {
    orderByKey: index.kind === 'key',
    orderByValue: index.kind === 'value',
    orderByPriority: index.kind === 'priority',
    orderByChild: index.kind === 'child' ? index.path.join('/') : null,
    startAt: boundValue(start, true),
    startAfter: boundValue(start, false),
    endAt: boundValue(end, true),
    endBefore: boundValue(end, false),
    equalTo:
      start && end && start.inclusive && end.inclusive && start.value === end.value ? start.value : null,
    limitToFirst: limit?.from === 'first' ? limit.count : null,
    limitToLast: limit?.from === 'last' ? limit.count : null,
  };
}

function boundValue(bound: Bound | undefined, inclusive: boolean): unknown {
  return bound?.inclusive === inclusive ? bound.value : null;
}
