import type { PersonRow } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { linkColumn } from '../parts/link-column.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

const COLUMNS: readonly Column<PersonRow>[] = [
  linkColumn('Email', 'people', ({ id, email }) => email || id),
  { title: 'Name', cell: ({ name }) => name || '–' },
  { title: 'State', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Plan', cell: ({ plan }) => plan ?? '–' },
  { title: 'Since', cell: ({ at }) => <When at={at} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
];

export const PeoplePlace = listPlace('people', {
  about: 'Accounts, Stripe customers and bookers, joined into persons.',
  columns: COLUMNS,
  empty: 'Nobody yet. Register on the site, or add people under State and clock.',
});
