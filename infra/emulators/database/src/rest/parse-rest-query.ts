import { isScalarOrNull, parseIndex } from '../query/parse-wire-query.ts';
import type { Bound, Query } from '../query/query.ts';
import { rejectInexactInteger } from '../tree/inexact-integer.ts';
import { MAX_KEY, MIN_KEY } from '../tree/key-order.ts';
import { parseJson } from './rest-request.ts';
import { RestError } from './rest-response.ts';

const FILTERS = ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo', 'limitToFirst', 'limitToLast'];

/** Parses the filter parameters; undefined when there are none. */
export function parseRestQuery(parameters: URLSearchParams): Query | undefined {
  const orderBy = parameters.get('orderBy');
  const isShallow = parameters.get('shallow') === 'true';
  if (orderBy === null) {
    const filters = FILTERS.filter((name) => parameters.has(name));
    if (filters.length === 0) return undefined;
    // firebase-tools lists keys so (src/database/listRemote.ts).
    const limit = isShallow && filters.join() === 'limitToFirst' ? readLimit(parameters) : undefined;
    if (limit) return { index: { kind: 'key' }, limit };
    throw new RestError(400, 'orderBy must be defined when other query parameters are defined');
  }
  if (isShallow) {
    throw new RestError(400, 'Query parameters can not be specified with shallow');
  }
  const start = readBound(parameters, 'startAt', true) ?? readBound(parameters, 'startAfter', false);
  const end = readBound(parameters, 'endAt', true) ?? readBound(parameters, 'endBefore', false);
  const equal = readBound(parameters, 'equalTo', true);
  if (equal && (start || end)) throw new RestError(400, 'equalTo can not be specified with startAt or endAt');
  const limit = readLimit(parameters);
  return {
    index: readIndex(orderBy),
    ...((equal ?? start) && { start: equal ?? start }),
    ...((equal ?? end) && { end: equal ?? end }),
    ...(limit && { limit }),
  } as Query;
}

function readIndex(orderBy: string): Query['index'] {
  const name = parseJson(orderBy, 'orderBy must be a valid JSON encoded path.');
  if (typeof name !== 'string') throw new RestError(400, 'orderBy must be a valid JSON encoded path');
  return parseIndex(name.startsWith('$') ? `.${name.slice(1)}` : name);
}

function readBound(parameters: URLSearchParams, name: string, inclusive: boolean): Bound | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  const value = parseJson(text, `${name} must be a JSON encoded value.`);
  rejectInexactInteger(value, 'query');
  if (!isScalarOrNull(value)) throw new RestError(400, `${name} must be a scalar`);
  if (inclusive) return { value, inclusive };
  // Beyond every key with that value.
  return { value, inclusive, key: name === 'startAfter' ? MAX_KEY : MIN_KEY };
}

function readLimit(parameters: URLSearchParams): Query['limit'] {
  const first = parameters.get('limitToFirst');
  const last = parameters.get('limitToLast');
  if (first !== null && last !== null) {
    throw new RestError(400, 'Only one of limitToFirst and limitToLast may be specified');
  }
  const text = first ?? last;
  if (text === null) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new RestError(400, 'limit must be a positive integer below 1000000000');
  return { count: Number(text), from: last === null ? 'first' : 'last' };
}
