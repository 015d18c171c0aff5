import { exclusiveParameters, invalidRequest, noSuch } from '../description/api-error.ts';
import { isObject } from '../description/json.ts';
import type { Context } from './context.ts';
import { type Endpoint, get } from './endpoint.ts';
import { object, type ReadFields } from './params/composite.ts';
import { integer, optional, type Reader, type ReadValue, text } from './params/reader.ts';
import { createSelection, type Selection } from './store/selection.ts';

/** Stripe takes the nearest size that it supports. */
const pageSize: Reader<number> = (value, name) => Math.min(Math.max(integer()(value, name), 1), 100);

/** Fields common to all lists. */
export const listFields = {
  limit: optional(pageSize),
  starting_after: optional(text()),
  ending_before: optional(text()),
} as const;

export type ListParams = Readonly<ReadFields<typeof listFields>>;

const rangeFields = object({
  gt: optional(integer()),
  gte: optional(integer()),
  lt: optional(integer()),
  lte: optional(integer()),
});

export type TimeRange = Readonly<Partial<ReadValue<typeof rangeFields>>>;

/** An exact time or a range, in Unix seconds. */
export const timeRange: Reader<TimeRange | undefined> = optional((value, name) => {
  if (typeof value !== 'string') return rangeFields(value, name);
  const exact = integer()(value, name);
  return { gte: exact, lte: exact };
});

export function inRange(time: number, range: TimeRange | undefined): boolean {
  if (range === undefined) return true;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  );
}

interface ListSource<T> {
  /** All matching entities, newest first. */
  readonly matches: Selection<T> | readonly T[];
  readonly url: string;
  /** The kind of object named in the error for an unknown cursor. */
  readonly kind: string;
}

const DEFAULT_LIMIT = 10;

/** One page of a list for `limit`, `starting_after` and `ending_before`. */
export function readPage<T extends { readonly id: string }, W>(
  context: Pick<Context, 'installed' | 'store' | 'visibilityDelay'>,
  { matches: given, kind, url }: ListSource<T>,
  params: ListParams,
  toWire: (entity: T) => W,
) {
  requireListedObjects(context, params);
  rejectIdsInPages(params);
  const limit = params.limit ?? DEFAULT_LIMIT;
  const page: T[] = [];
  const matches = 'olderThan' in given ? given : createSelection(given);
  const from = candidates(matches, kind, params);
  rejectBothCursors(matches, kind, params);
  for (const entity of from) {
    if (context.visibilityDelay.hidesFromLists(entity.id)) continue;
    page.push(entity);
    if (page.length > limit) break;
  }
  const more = page.length > limit;
  if (more) page.pop();
  if (params.ending_before !== undefined) page.reverse();
  return { object: 'list' as const, data: page.map(toWire), has_more: more, url };
}

/** A list of named objects has one page. */
function rejectIdsInPages(params: ListParams & { readonly ids?: unknown }): void {
  const cursor = (['starting_after', 'ending_before'] as const).find((name) => params[name] !== undefined);
  if (params.ids !== undefined && cursor !== undefined) throw exclusiveParameters(`ids, ${cursor}`, cursor);
}

function candidates<T>(matches: Selection<T>, kind: string, params: ListParams): Iterable<T> {
  const { starting_after, ending_before } = params;
  if (starting_after !== undefined) {
    return matches.olderThan(starting_after) ?? unknownCursor(kind, starting_after, 'starting_after');
  }
  if (ending_before === undefined) return matches;
  return matches.newerThan(ending_before) ?? unknownCursor(kind, ending_before, 'ending_before');
}

/** Unknown cursors are rejected first. */
function rejectBothCursors(matches: Selection<unknown>, kind: string, params: ListParams): void {
  const { starting_after, ending_before } = params;
  if (starting_after === undefined || ending_before === undefined) return;
  if (matches.newerThan(ending_before) === undefined) unknownCursor(kind, ending_before, 'ending_before');
  throw invalidRequest('Received both starting_after and ending_before parameters. Please pass in only one.');
}

function unknownCursor(kind: string, id: string, param: string): never {
  throw noSuch(kind, id, param);
}

/** Stripe answers an unknown payment of invoice payments with an empty list. */
const UNCHECKED = 'payment[payment_intent]';

/** Throws if a list is filtered by an object that does not exist, also within a filter such as `recurring[meter]`. */
export function requireListedObjects(
  context: Pick<Context, 'installed' | 'store'>,
  params: object,
  outer?: string,
): void {
  const { references } = context.installed;
  for (const [key, id] of Object.entries(params)) {
    const name = outer === undefined ? key : `${outer}[${key}]`;
    if (isObject(id)) requireListedObjects(context, id, name);
    const filter = Object.hasOwn(references, key) ? references[key] : undefined;
    if (filter === undefined || typeof id !== 'string' || name === UNCHECKED) continue;
    if (filter.among(context.store).get(id) === undefined) throw noSuch(filter.kind, id, name);
  }
}

const params = object(listFields);

interface Parts<T> {
  /** Newest first. */
  readonly matches: Selection<T> | readonly T[];
  readonly wire: (part: T) => object;
}

/** The list of what belongs to the object that the path names; `kind` is what errors call its items. */
export function partList<T extends { readonly id: string }>(
  path: string,
  kind: string,
  find: (context: Context, id: string) => Parts<T>,
): Endpoint {
  return get(path, params, (context, given, named) => {
    const [id = ''] = Object.values(named);
    const { matches, wire } = find(context, id);
    return readPage(context, { matches, url: path.replace(/:\w+/, id), kind }, given, wire);
  });
}

const PAGE = 10;

/** A list inside another object, which shows only its first page. */
export function firstPage<T>(all: readonly T[], url: string) {
  return { object: 'list' as const, data: all.slice(0, PAGE), has_more: all.length > PAGE, url };
}

/** The same with the number of all items, which most such lists tell. */
export function embeddedList<T>(all: readonly T[], url: string) {
  return { ...firstPage(all, url), total_count: all.length };
}
