import { MAIL_KINDS } from '../../model/entries.ts';
import type { MailRow } from '../../rows.ts';
import { Go } from '../parts/Go.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

const titleOf = ({ kind }: MailRow) => MAIL_KINDS[kind] ?? kind;

export const MAIL_COLUMNS: readonly Column<MailRow>[] = [
  { title: 'Type', cell: (mail) => <Go to={['mails', mail.id]}>{titleOf(mail)}</Go> },
  { title: 'To', cell: ({ to, person }) => (person === null ? to : <Go to={['people', person]}>{to}</Go>) },
  { title: 'Sent', by: 'at', cell: ({ at }) => <When at={at} /> },
  {
    title: 'Link',
    cell: ({ link }) => (
      <a href={link} target="_blank" rel="noreferrer">
        Open
      </a>
    ),
  },
];

export const MailsPlace = listPlace('mails', {
  about: 'What the identity provider would have mailed, until its link is used.',
  columns: MAIL_COLUMNS,
  empty: "No mails yet. Ask for a password reset on the site, or on a person's page.",
});

export function MailPlace({ id }: { readonly id: string }) {
  return (
    <DetailPlace area="mails" id={id} title={() => 'Mail'} about={<Go to={['mails']}>All mails</Go>}>
      {(mail: MailRow) => <Mail mail={mail} />}
    </DetailPlace>
  );
}

function Mail({ mail }: { readonly mail: MailRow }) {
  const { to, link, person } = mail;
  return (
    <article className="mail" aria-label={titleOf(mail)}>
      <h2>{titleOf(mail)}</h2>
      <p>
        <b>To:</b> {person === null ? to : <Go to={['people', person]}>{to}</Go>}
      </p>
      <p>
        <a className="button strong" href={link} target="_blank" rel="noreferrer">
          Open its link
        </a>
      </p>
      <p>
        <small>{link}</small>
      </p>
    </article>
  );
}
