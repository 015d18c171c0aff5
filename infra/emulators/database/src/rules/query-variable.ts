import type { Bound, Query, QueryIndex } from '../query/query.ts';

export function queryVariable(query: Query | undefined): Record<string, unknown> {
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
