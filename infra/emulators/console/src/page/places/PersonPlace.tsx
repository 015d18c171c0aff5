import type { PersonDetail } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { DetailPlace } from '../parts/DetailPlace.tsx';
import { Fact } from '../parts/Fact.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RowsPanel } from '../parts/RowsPanel.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { BOOKING_COLUMNS } from './BookingsPlace.tsx';
import { MAIL_COLUMNS } from './MailsPlace.tsx';
import { PAYMENT_COLUMNS } from './PaymentsPlace.tsx';
import { PersonScenarios } from './PersonScenarios.tsx';
import { RemoveAccount } from './RemoveAccount.tsx';
import { REQUEST_COLUMNS } from './RequestsPlace.tsx';

export function PersonPlace({ id }: { readonly id: string }) {
  const { overview } = useConsole();
  const version = Object.values(overview.versions).join();
  const title = (detail?: PersonDetail) =>
    detail === undefined ? 'Person' : detail.person.name || detail.person.email || id;
  return (
    <DetailPlace
      area="people"
      id={id}
      version={version}
      title={title}
      about={<Go to={['people']}>All people</Go>}
    >
      {(detail) => <Person detail={detail} version={version} />}
    </DetailPlace>
  );
}

function Person({ detail, version }: { readonly detail: PersonDetail; readonly version: string }) {
  const { person, records, customers, payments, mails, bookings, timeline, requests } = detail;
  return (
    <>
      <Facts detail={detail} />
      <PersonScenarios id={person.id} version={version} />
      <div className="panels">
        <Panel title="Timeline" wide>
          <Timeline label="Timeline" entries={timeline} empty="Nothing has happened yet." />
        </Panel>
        <RowsPanel
          title="Payments"
          columns={PAYMENT_COLUMNS}
          rows={payments}
          empty="No payments. Book a plan on the site as this person."
        />
        <RowsPanel
          title="Bookings"
          columns={BOOKING_COLUMNS}
          rows={bookings}
          empty="No calls. “Book a call” above makes one."
        />
        <RowsPanel
          title="Mails"
          columns={MAIL_COLUMNS}
          rows={mails}
          empty="No mails. “Send a password reset” above sends one."
        />
        <RecordPanel records={records} />
        <AccountPanel detail={detail} />
        {customers.length > 0 && (
          <Panel title="Customer">
            <JsonView value={customers.length === 1 ? (customers[0] ?? null) : customers} />
          </Panel>
        )}
        <RowsPanel
          title="Requests about them"
          columns={REQUEST_COLUMNS}
          rows={requests.slice(0, 50)}
          empty="None of the last requests names them."
        />
      </div>
    </>
  );
}

function AccountPanel({ detail: { person, uid, account } }: { readonly detail: PersonDetail }) {
  return (
    <Panel title="Account">
      {account === null ? <p className="empty">There is no account.</p> : <JsonView value={account} />}
      {uid !== null && <RemoveAccount uid={uid} email={person.email} />}
    </Panel>
  );
}

function RecordPanel({ records }: Pick<PersonDetail, 'records'>) {
  return (
    <Panel title="Record">
      {Object.keys(records).length === 0 && <p className="empty">The database has no record of them.</p>}
      {Object.entries(records).map(([path, value]) => (
        <div key={path}>
          <Go to={['database']} query={{ path: path.slice(1) }}>
            {path}
          </Go>
          <JsonView value={value} />
        </div>
      ))}
    </Panel>
  );
}

function Facts({ detail }: { readonly detail: PersonDetail }) {
  const { person, uid, customers } = detail;
  const { email, state, plan, until, cancels } = person;
  return (
    <dl className="facts">
      <Fact name="State">
        <Badge state={state} />
      </Fact>
      <Fact name="Email">
        <CopyId id={email} />
      </Fact>
      {uid && (
        <Fact name="Uid">
          <CopyId id={uid} />
        </Fact>
      )}
      {plan && (
        <Fact name="Plan">
          {plan}, {state === 'canceled' ? 'ended' : cancels ? 'ends' : 'renews'} <When at={until} />
        </Fact>
      )}
      {customers.map((customer) => {
        const id = String((customer as { readonly id: string }).id);
        return (
          <Fact key={id} name="Customer">
            <CopyId id={id} />
          </Fact>
        );
      })}
    </dl>
  );
}
