import { MAIL_KINDS } from '../../model/areas.ts';
import type { Details } from '../../model/details.ts';
import { Go } from '../parts/Go.tsx';
import { Table } from '../parts/Table.tsx';
import { LISTS } from './lists.tsx';

export function Booking(row: Details['bookings']) {
  return <Table label="Booking" columns={LISTS.bookings.columns} rows={[row]} />;
}

export function Mail({ kind, from, to, link, person, text }: Details['mails']) {
  const title = MAIL_KINDS[kind] ?? kind;
  return (
    <article className="mail" aria-label={title}>
      <h2>{text?.subject ?? title}</h2>
      <p>
        <b>From:</b> {from}
      </p>
      <p>
        <b>To:</b> {person === null ? to : <Go to={['people', person]}>{to}</Go>}
      </p>
      {text && (
        <iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc={text.message} />
      )}
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
