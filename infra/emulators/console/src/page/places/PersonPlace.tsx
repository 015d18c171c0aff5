import type { PersonDetail } from '../../rows.ts';
import { Badge } from '../parts/Badge.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Detail } from '../parts/Detail.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { Table } from '../parts/Table.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { BOOKING_COLUMNS } from './BookingsPlace.tsx';
import { MAIL_COLUMNS } from './MailsPlace.tsx';
import { PAYMENT_COLUMNS } from './PaymentsPlace.tsx';
import { PersonScenarios } from './PersonScenarios.tsx';
import { RemoveAccount } from './RemoveAccount.tsx';
import { REQUEST_COLUMNS } from './RequestsPlace.tsx';

export function PersonPlace({ id }: { readonly id: string }) {
  const { overview } = useConsole();
  const version = Object.values(overview.versions).join();
  const reading = useRead<PersonDetail>(`people/${encodeURIComponent(id)}`, version);
  const title = reading.state === 'read' ? reading.value.person.name || reading.value.person.email : 'Person';
  return (
    <Place title={title || id} about={<Go to={['people']}>All people</Go>}>
      <Detail reading={reading}>{(detail) => <Person detail={detail} version={version} />}</Detail>
    </Place>
  );
}

function Person({ detail, version }: { readonly detail: PersonDetail; readonly version: string }) {
  const { person, uid, account, records, customers, payments, mails, bookings, timeline, requests } = detail;
  return (
    <>
      <Facts detail={detail} />
      <PersonScenarios id={person.id} version={version} />
      <div className="panels">
        <Panel title="Timeline" wide>
          <Timeline label="Timeline" entries={timeline} empty="Nothing has happened yet." />
        </Panel>
        <Panel title="Payments" wide>
          {payments.length === 0 ? (
            <p className="empty">No payments. Book a plan on the site as this person.</p>
          ) : (
            <Table label="Payments" columns={PAYMENT_COLUMNS} rows={payments} rowKey={({ id }) => id} />
          )}
        </Panel>
        <Panel title="Bookings" wide>
          {bookings.length === 0 ? (
            <p className="empty">No calls. “Book a call” above makes one.</p>
          ) : (
            <Table label="Bookings" columns={BOOKING_COLUMNS} rows={bookings} rowKey={({ id }) => id} />
          )}
        </Panel>
        <Panel title="Mails" wide>
          {mails.length === 0 ? (
            <p className="empty">No mails. “Send a password reset” above sends one.</p>
          ) : (
            <Table label="Mails" columns={MAIL_COLUMNS} rows={mails} rowKey={({ id }) => id} />
          )}
        </Panel>
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
        <Panel title="Account">
          {account === null ? <p className="empty">There is no account.</p> : <JsonView value={account} />}
          {uid !== null && <RemoveAccount uid={uid} email={person.email} />}
        </Panel>
        {customers.length > 0 && (
          <Panel title="Customer">
            <JsonView value={customers.length === 1 ? (customers[0] ?? null) : customers} />
          </Panel>
        )}
        <Panel title="Requests about them" wide>
          {requests.length === 0 ? (
            <p className="empty">None of the last requests names them.</p>
          ) : (
            <Table
              label="Requests about them"
              columns={REQUEST_COLUMNS}
              rows={requests.slice(0, 50)}
              rowKey={({ id }) => id}
            />
          )}
        </Panel>
      </div>
    </>
  );
}

function Facts({ detail }: { readonly detail: PersonDetail }) {
  const { person, uid, customers } = detail;
  const { email, state, plan, until, cancels } = person;
  return (
    <dl className="facts">
      <div>
        <dt>State</dt>
        <dd>
          <Badge state={state} />
        </dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          <CopyId id={email} />
        </dd>
      </div>
      {uid && (
        <div>
          <dt>Uid</dt>
          <dd>
            <CopyId id={uid} />
          </dd>
        </div>
      )}
      {plan && (
        <div>
          <dt>Plan</dt>
          <dd>
            {plan}, {state === 'canceled' ? 'ended' : cancels ? 'ends' : 'renews'} <When at={until} />
          </dd>
        </div>
      )}
      {customers.map((customer) => {
        const id = String((customer as { readonly id: string }).id);
        return (
          <div key={id}>
            <dt>Customer</dt>
            <dd>
              <CopyId id={id} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
