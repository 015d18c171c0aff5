import type { ComponentChildren } from 'preact';
import { MAIL_KINDS, PAYMENT_KINDS } from '../../model/areas.ts';
import type { Area, RowsByArea, WebhookRow } from '../../rows.ts';
import { Badge, StatusBadge } from '../parts/Badge.tsx';
import { Breakable, CopyId, Go, Owner } from '../parts/Go.tsx';
import { Panel } from '../parts/Panel.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

interface ListOptions<Row> {
  readonly about?: string;
  readonly columns: readonly Column<Row>[];
  /** What to do to see something here. */
  readonly empty: string;
}

/** What is called `payment_intent`, as a title. */
export function titleOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
}

/** Leads to the place of the row. */
const link = (area: Area, id: string, shown: ComponentChildren) => <Go to={[area, id]}>{shown}</Go>;

const ID: Column<{ readonly id: string }> = { title: 'Id', cell: ({ id }) => <CopyId id={id} short /> };
const STATE: Column<{ readonly state: string }> = {
  title: 'State',
  by: 'state',
  cell: ({ state }) => <Badge state={state} />,
};
const PERSON: Column<Parameters<typeof Owner>[0]> = { title: 'Person', cell: (row) => <Owner {...row} /> };
const WHEN: Column<Parameters<typeof When>[0]> = {
  title: 'When',
  by: 'at',
  cell: ({ at, realAt }) => <When at={at} realAt={realAt} />,
};

export const LISTS: { readonly [A in Area]: ListOptions<RowsByArea[A]> } = {
  people: {
    about: 'Accounts, Stripe customers and bookers, joined into persons.',
    empty: 'Nobody yet. Register on the site, or add people under State and clock.',
    columns: [
      {
        title: 'Email',
        by: 'email',
        cell: ({ id, email }) => link('people', id, <Breakable text={email || id} />),
      },
      { title: 'Name', by: 'name', cell: ({ name }) => (name ? <Breakable text={name} /> : '–') },
      STATE,
      { title: 'Plan', cell: ({ plan }) => plan ?? '–' },
      { ...WHEN, title: 'Since' },
      ID,
    ],
  },
  payments: {
    about: 'Checkout sessions, subscriptions, invoices, charges, refunds and disputes.',
    empty: 'No payments yet. Choose a plan on the site.',
    columns: [
      { title: 'What', cell: ({ id, kind }) => link('payments', id, PAYMENT_KINDS[kind]) },
      STATE,
      { title: 'Amount', by: 'amount', isNumber: true, cell: ({ amount }) => amount },
      PERSON,
      WHEN,
      {
        title: 'Page',
        cell: ({ url }) =>
          url && (
            <a href={url} target="_blank" rel="noreferrer">
              Payment page
            </a>
          ),
      },
      ID,
    ],
  },
  webhooks: {
    about: "What Stripe and the scheduling service sent to the product's server.",
    empty: 'No webhooks yet. They come with the first payment or booking.',
    columns: [
      { title: 'Event', cell: ({ id, event }) => link('webhooks', id, <Breakable text={event} />) },
      STATE,
      { title: 'Attempts', by: 'attempts', isNumber: true, cell: ({ attempts }) => attempts },
      { title: 'Last answer', cell: (row) => row.attempts > 0 && <LastAnswer {...row} /> },
      { title: 'Next attempt', by: 'nextAt', cell: ({ nextAt }) => nextAt && <When at={nextAt} real /> },
      PERSON,
      WHEN,
    ],
  },
  events: {
    about: 'Everything that Stripe reports, whether or not a webhook endpoint wants it.',
    empty: 'No events yet. They come with the first customer.',
    columns: [
      { title: 'Event', by: 'type', cell: ({ id, type }) => link('events', id, <Breakable text={type} />) },
      { title: 'Object', cell: ({ object }) => object && <CopyId id={object} short linked /> },
      PERSON,
      WHEN,
      ID,
    ],
  },
  bookings: {
    empty: "No bookings yet. Book a call on the site, or on a person's page.",
    columns: [
      { title: 'Start', by: 'start', cell: ({ id, start }) => link('bookings', id, <When at={start} />) },
      STATE,
      { title: 'Name', cell: ({ person, name }) => link('people', person, <Breakable text={name} />) },
      { title: 'Email', cell: ({ email }) => <Breakable text={email} /> },
      ID,
    ],
  },
  mails: {
    about: 'What the identity provider would have mailed, until its link is used.',
    empty: "No mails yet. Ask for a password reset on the site, or on a person's page.",
    columns: [
      { title: 'Type', cell: ({ id, kind }) => link('mails', id, MAIL_KINDS[kind] ?? kind) },
      { title: 'To', cell: ({ to, person }) => (person === null ? to : link('people', person, to)) },
      { ...WHEN, title: 'Sent' },
      {
        title: 'Link',
        cell: (mail) => (
          <a href={mail.link} target="_blank" rel="noreferrer">
            Open
          </a>
        ),
      },
    ],
  },
  requests: {
    about: "The last 2,000 that each service got, and the product's own server where it is known.",
    empty: 'No requests yet. Use the site, or point your product at the emulators.',
    columns: [
      {
        title: 'Request',
        cell: ({ id, method, url }) =>
          link('requests', id, <Breakable text={`${method} ${url.split('?')[0]}`} />),
      },
      { title: 'Service', cell: ({ service }) => <span className="unbroken">{service}</span> },
      { title: 'Answer', by: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
      { title: 'Why', cell: ({ reason }) => reason },
      {
        title: 'Took',
        by: 'durationMs',
        isNumber: true,
        cell: ({ durationMs }) => (
          <span className="unbroken">{durationMs === null ? 'still waiting' : `${durationMs} ms`}</span>
        ),
      },
      WHEN,
    ],
  },
};

function LastAnswer({ lastStatus, state, answer }: WebhookRow) {
  return (
    <>
      <StatusBadge status={lastStatus} />
      {['failing', 'failed'].includes(state) && answer && (
        <small>
          {' '}
          <Breakable text={answer} />
        </small>
      )}
    </>
  );
}

interface RowsPanelProps<A extends Area> {
  readonly area: A;
  /** The name of the area when absent. */
  readonly title?: string;
  readonly rows: readonly RowsByArea[A][];
  readonly empty: string;
  /** The title of a column that the page itself is about. */
  readonly without?: string;
}

/** Some of what an area lists. */
export function RowsPanel<A extends Area>(props: RowsPanelProps<A>) {
  const { area, title = titleOf(area), rows, empty, without } = props;
  const { columns } = LISTS[area];
  const shown = columns.filter((column) => column.title !== without);
  return (
    <Panel title={title} wide>
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <Table<RowsByArea[A]> label={title} columns={shown} rows={rows} />
      )}
    </Panel>
  );
}
