import { type ListParams, refuseBothCursors } from '../params/list-params.ts';
import { noSuch } from './api-error.ts';

export interface WireList<W> {
  object: 'list';
  data: W[];
  has_more: boolean;
  url: string;
}

interface ListSource<T> {
  /** All that match, newest first. */
  readonly matches: Iterable<T>;
  readonly url: string;
  /** As the error names it when a cursor is unknown. */
  readonly kind: string;
}

const DEFAULT_LIMIT = 10;

/** One page of a list, as `limit`, `starting_after` and `ending_before` ask for it. */
export function pageOf<T extends { readonly id: string }, W>(
  { matches, url, kind }: ListSource<T>,
  params: ListParams,
  toWire: (entity: T) => W,
): WireList<W> {
  refuseBothCursors(params);
  const limit = params.limit ?? DEFAULT_LIMIT;
  const { page, more } =
    params.ending_before === undefined
      ? after(matches, params.starting_after, limit, kind)
      : before(matches, params.ending_before, limit, kind);
  return { object: 'list', data: page.map(toWire), has_more: more, url };
}

interface Page<T> {
  readonly page: T[];
  readonly more: boolean;
}

function after<T extends { readonly id: string }>(
  matches: Iterable<T>,
  cursor: string | undefined,
  limit: number,
  kind: string,
): Page<T> {
  const page: T[] = [];
  let reached = cursor === undefined;
  for (const entity of matches) {
    if (reached && page.length === limit) return { page, more: true };
    if (reached) page.push(entity);
    else reached = entity.id === cursor;
  }
  if (!reached) throw noSuch(kind, cursor ?? '', 'starting_after');
  return { page, more: false };
}

function before<T extends { readonly id: string }>(
  matches: Iterable<T>,
  cursor: string,
  limit: number,
  kind: string,
): Page<T> {
  const newer: T[] = [];
  for (const entity of matches) {
    if (entity.id === cursor) return { page: newer.slice(-limit), more: newer.length > limit };
    newer.push(entity);
  }
  throw noSuch(kind, cursor, 'ending_before');
}
