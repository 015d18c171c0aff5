import type { Scalar } from '../tree/data-node.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { rejectInexactInteger } from '../tree/inexact-integer.ts';
import { parsePath } from '../tree/node-path.ts';
import type { Bound, Query, QueryIndex } from './query.ts';

/** Parses the protocol's query object; undefined when nothing is filtered. */
export function parseWireQuery(json: unknown): Query | undefined {
  if (json === undefined || json === null) return undefined;
  if (typeof json !== 'object' || Array.isArray(json)) throw invalidQuery('it is not an object');
  const wire = json as Record<string, unknown>;
  const query: Query = {
    index: parseIndex(wire.i),
    ...(wire.i === undefined && { hasDefaultOrder: true }),
    ...('sp' in wire && { start: parseBound(wire.sp, wire.sn, wire.sin) }),
    ...('ep' in wire && { end: parseBound(wire.ep, wire.en, wire.ein) }),
    ...('l' in wire && { limit: parseLimit(wire.l, wire.vf) }),
  };
  return query.start || query.end || query.limit ? query : undefined;
}

export function parseIndex(name: unknown): QueryIndex {
  if (name === undefined || name === '.priority') return { kind: 'priority' };
  if (name === '.key') return { kind: 'key' };
  if (name === '.value') return { kind: 'value' };
  const path = parsePath(name);
  if (path.length === 0) throw invalidQuery('the index is empty');
  return { kind: 'child', path };
}

function parseBound(value: unknown, key: unknown, inclusive: unknown): Bound {
  rejectInexactInteger(value, 'query');
  if (!isScalarOrNull(value)) throw invalidQuery('a bound is not a scalar');
  if (key !== undefined && typeof key !== 'string') throw invalidQuery('the key of a bound is not a string');
  return { value, inclusive: inclusive !== false, ...(key !== undefined && { key }) };
}

function parseLimit(count: unknown, from: unknown): { count: number; from: 'first' | 'last' } {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    throw invalidQuery('the limit is not a positive integer');
  }
  return { count, from: from === 'r' ? 'last' : 'first' };
}

export function isScalarOrNull(value: unknown): value is Scalar | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function invalidQuery(why: string): DatabaseError {
  return new DatabaseError('invalid_query', `Invalid query: ${why}`);
}
