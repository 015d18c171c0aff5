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

/** A search of everything, or of the database at a path. */
export const SearchQuery = closedObject({}, { ns, path: Text, q: Text });
export type SearchQuery = Static<typeof SearchQuery>;

/** The namespace that a page shows. */
export const InNamespace = closedObject({}, { ns });
export type InNamespace = Static<typeof InNamespace>;
