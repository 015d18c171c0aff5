import { closedObject } from '@outharbor/emulator-kit/closed-object';
import type { Static } from 'typebox';

const ns = { type: 'string', pattern: '^\\w{1,64}$' } as const;
const Text = { type: 'string', maxLength: 500 } as const;
const Count = { type: 'string', pattern: '^\\d{1,7}$' } as const;
const Day = { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' } as const;
const Sort = { type: 'string', pattern: '^-?\\w{1,20}$' } as const;

export const ListQuery = closedObject(
  {},
  { ns, q: Text, filter: Text, from: Day, to: Day, sort: Sort, offset: Count, limit: Count },
);
export type ListQuery = Static<typeof ListQuery>;

export type Chosen = ReturnType<typeof chosenBy>;

/**
 * What a list is asked for, such as the days `from` and `to`, and a property to `sort` by, descending after `-`; newest
 * first when absent. What is empty does not count.
 */
export function chosenBy({ q: search = '', filter, from, to, sort, offset = '0', limit = '50' }: ListQuery) {
  return {
    search,
    filter: filter || undefined,
    from,
    to: to || undefined,
    sort,
    offset: Number(offset),
    limit: Math.min(Number(limit), 500),
  };
}

/** A search of everything, or of the database at a path. */
export const SearchQuery = closedObject({}, { ns, path: Text, q: Text });
export type SearchQuery = Static<typeof SearchQuery>;

/** The names of two snapshots; an empty one is what the services hold now. */
export const CompareQuery = closedObject({}, { ns, before: Text, after: Text });
export type CompareQuery = Static<typeof CompareQuery>;

/** The namespace that a page shows. */
export const InNamespace = closedObject({}, { ns });
export type InNamespace = Static<typeof InNamespace>;
