import type { PersonRow } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
import { Breakable, CopyId, linkColumn } from '../parts/Go.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

const COLUMNS: readonly Column<PersonRow>[] = [
  { ...linkColumn<PersonRow>('Email', 'people', ({ id, email }) => email || id), by: 'email' },
  { title: 'Name', by: 'name', cell: ({ name }) => (name ? <Breakable text={name} /> : '–') },
  { title: 'State', by: 'state', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Plan', cell: ({ plan }) => plan ?? '–' },
  { title: 'Since', by: 'at', cell: ({ at }) => <When at={at} /> },
  { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> },
];

export const PeoplePlace = listPlace('people', {
  about: 'Accounts, Stripe customers and bookers, joined into persons.',
  columns: COLUMNS,
  empty: 'Nobody yet. Register on the site, or add people under State and clock.',
});
