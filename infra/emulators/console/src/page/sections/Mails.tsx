import type { Mail } from '../../snapshot.ts';
import { type Column, Table } from '../parts/Table.tsx';

const KINDS: Record<string, string> = {
  PASSWORD_RESET: 'Reset the password',
  VERIFY_EMAIL: 'Verify the address',
  VERIFY_AND_CHANGE_EMAIL: 'Confirm the new address',
  RECOVER_EMAIL: 'Undo an address change',
  EMAIL_SIGNIN: 'Sign in',
};

const COLUMNS: readonly Column<Mail>[] = [
  { title: 'To', cell: ({ to }) => to },
  { title: 'About', cell: ({ kind }) => KINDS[kind] ?? kind },
  {
    title: 'Link',
    cell: ({ link }) => (
      <a href={link} target="_blank" rel="noreferrer">
        Follow
      </a>
    ),
  },
];

export function Mails({ mails }: { readonly mails: readonly Mail[] }) {
  return (
    <Table
      label="Mails"
      columns={COLUMNS}
      rows={mails}
      rowKey={({ link }) => link}
      empty="No mail would have gone out."
    />
  );
}
