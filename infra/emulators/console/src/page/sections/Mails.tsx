import type { Mail } from '../../snapshot.ts';
import { type Column, Table } from '../parts/Table.tsx';

const KINDS: Record<string, string> = {
  PASSWORD_RESET: 'Password reset',
  VERIFY_EMAIL: 'Address verification',
  VERIFY_AND_CHANGE_EMAIL: 'Address change',
  RECOVER_EMAIL: 'Address recovery',
  EMAIL_SIGNIN: 'Sign-in link',
};

const COLUMNS: readonly Column<Mail>[] = [
  { title: 'To', cell: ({ to }) => to },
  { title: 'Type', cell: ({ kind }) => KINDS[kind] ?? kind },
  {
    title: 'Link',
    cell: ({ link }) => (
      <a href={link} target="_blank" rel="noreferrer">
        Open
      </a>
    ),
  },
];

export function Mails({ mails }: { readonly mails: readonly Mail[] }) {
  return (
    <Table label="Emails" columns={COLUMNS} rows={mails} rowKey={({ link }) => link} empty="No emails yet." />
  );
}
