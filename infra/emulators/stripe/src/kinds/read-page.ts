import { exclusiveParameters, invalidRequest, noSuch } from '../description/api-error.ts';
import type { Context } from './context.ts';
import { requireListedObjects } from './listed-objects.ts';
import type { ListParams } from './params/list-params.ts';
import { createSelection, type Selection } from './store/selection.ts';

export interface WireList<W> {
  object: 'list';
  data: W[];
  has_more: boolean;
  url: string;
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
): WireList<W> {
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
  return { object: 'list', data: page.map(toWire), has_more: more, url };
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
