import type { MailRow } from '../../rows.ts';
import { DetailPlace } from '../parts/DetailPlace.tsx';
import { Go } from '../parts/Go.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

const KINDS: Readonly<Record<string, Words>> = {
  PASSWORD_RESET: {
    title: 'Password reset',
    text: 'Follow this link to choose a new password.',
    button: 'Reset password',
  },
  VERIFY_EMAIL: {
    title: 'Address verification',
    text: 'Follow this link to verify your address.',
    button: 'Verify address',
  },
  VERIFY_AND_CHANGE_EMAIL: {
    title: 'Address change',
    text: 'Follow this link to use this address from now on.',
    button: 'Confirm the change',
  },
  RECOVER_EMAIL: {
    title: 'Address recovery',
    text: 'Your address was changed. Follow this link if it was not you.',
    button: 'Take it back',
  },
  REVERT_SECOND_FACTOR_ADDITION: {
    title: 'New second factor',
    text: 'A second factor was added to your account. Follow this link if it was not you.',
    button: 'Remove it',
  },
  EMAIL_SIGNIN: { title: 'Sign-in link', text: 'Follow this link to sign in.', button: 'Sign in' },
};

function wordsFor(kind: string): Words {
  return KINDS[kind] ?? { title: kind, text: '', button: 'Open' };
}

export const MAIL_COLUMNS: readonly Column<MailRow>[] = [
  { title: 'Type', cell: ({ id, kind }) => <Go to={['mails', id]}>{wordsFor(kind).title}</Go> },
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

function Mail({ mail: { to, kind, link, person } }: { readonly mail: MailRow }) {
  const { title, text, button } = wordsFor(kind);
  return (
    <article className="mail" aria-label={title}>
      <p>
        <b>To:</b> {person === null ? to : <Go to={['people', person]}>{to}</Go>}
      </p>
      <h2>{title}</h2>
      <p>Hello,</p>
      <p>{text}</p>
      <p>
        <a className="button strong" href={link} target="_blank" rel="noreferrer">
          {button}
        </a>
      </p>
      <p>
        <small>{link}</small>
      </p>
    </article>
  );
}
