import type { Details } from '../../model/details.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge } from '../parts/Badge.tsx';
import { CopyId, Go } from '../parts/Go.tsx';
import { JsonPanel, JsonView } from '../parts/JsonView.tsx';
import { Facts, Panel } from '../parts/Panel.tsx';
import { Steps } from '../parts/Timeline.tsx';
import { When } from '../parts/When.tsx';
import { useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { Comes } from './Clock.tsx';
import { RowsPanel } from './lists.tsx';
import { ScenarioList } from './ScenariosPlace.tsx';

type PersonDetail = Details['people'];

/** The steps of the timeline have the others. */
const SHOWN_REQUESTS = 12;

export function Person(detail: PersonDetail) {
  const { records, customers, payments, mails, bookings, steps, links, requests, account } = detail;
  return (
    <>
      <PersonFacts detail={detail} />
      <Acts detail={detail} />
      <div className="panels">
        {links.length > 0 && <PlanPanel links={links} />}
        <Panel title="Timeline" wide>
          <Steps key={useAddress().query.get('at')} steps={steps} />
        </Panel>
        <RowsPanel
          area="payments"
          rows={payments}
          empty="No payments. Book a plan on the site as this person."
        />
        <RowsPanel area="bookings" rows={bookings} empty="No calls. “Book a call” under “Call…” makes one." />
        <RowsPanel
          area="mails"
          rows={mails}
          empty="No mails. “Send a password reset” under “Account…” sends one."
        />
        <RecordPanel records={records} />
        {account !== null && <JsonPanel title="Account" value={account} />}
        {customers.length > 0 && (
          <JsonPanel title="Customer" value={customers.length === 1 ? (customers[0] ?? null) : customers} />
        )}
        <RowsPanel
          area="requests"
          title="Requests about them"
          rows={requests.slice(0, SHOWN_REQUESTS)}
          empty="None of the last requests names them."
        />
      </div>
    </>
  );
}

/**
 * What can happen to this person, by what it happens to: menus above the page, so that nothing moves. Escape and a click
 * beside one close it.
 */
function Acts({ detail: { acts, person } }: { readonly detail: PersonDetail }) {
  const { act } = useConsole();
  const objects = [...new Set(acts.map(({ object = '' }) => object))];
  return (
    <div className="buttons">
      {objects.map((object) => (
        <div key={object} className="menu">
          <button type="button" className="button plain" popovertarget={`acts-${object}`}>
            {object}…
          </button>
          <section id={`acts-${object}`} popover="auto" aria-label={object}>
            <ScenarioList scenarios={acts.filter((each) => each.object === object)}>
              {({ id: scenario, title, asks }) => (
                <ActionButton
                  asks={asks === undefined ? undefined : [`${title}?`, asks]}
                  onPress={() => act('people/scenario', { scenario, person: person.id })}
                >
                  {title}
                </ActionButton>
              )}
            </ScenarioList>
          </section>
        </div>
      ))}
    </div>
  );
}

/** Answers why somebody has a plan, or has none. */
function PlanPanel({ links }: Pick<PersonDetail, 'links'>) {
  const broken = links.find(({ ok }) => !ok);
  return (
    <Panel title="From the payment to the plan" wide>
      <ol className="chain">
        {links.map(({ what, ok, detail, to }) => (
          <li key={what} data-broken={what === broken?.what}>
            <span className={ok ? 'badge good' : 'badge bad'}>{ok ? 'works' : 'broken'}</span>{' '}
            <Go to={to}>{what}</Go> <span>{detail}</span>
          </li>
        ))}
      </ol>
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

/** Who, plan, what is next and what is wrong. */
function PersonFacts({ detail }: { readonly detail: PersonDetail }) {
  const { person, customers, coming } = detail;
  const { email, state, plan, until } = person;
  const ended = plan && state === 'canceled' && (
    <>
      , ended <When at={until} />
    </>
  );
  const ids = customers.map((customer) => String((customer as { readonly id: string }).id));
  return (
    <Facts
      facts={[
        ['State', <Badge key="state" state={state} />],
        ['Plan', [plan ?? 'none', ended]],
        [
          'Next',
          coming.length === 0
            ? 'nothing is known to come'
            : coming.slice(0, 2).map((each) => (
                <p key={each.id}>
                  <Comes coming={each} />
                </p>
              )),
        ],
        ['Wrong', problemsOf(detail)[0] ?? 'nothing'],
        ['Email', <CopyId key="email" id={email} />],
        ...ids.map((id) => ['Customer', <CopyId key={id} id={id} short />] as const),
      ]}
    />
  );
}

function problemsOf({ person: { state }, payments, links }: PersonDetail): string[] {
  const broken = links.find(({ ok }) => !ok);
  return [
    state === 'disabled' ? 'the account is disabled' : '',
    state === 'past_due' || state === 'unpaid' ? 'the last payment failed' : '',
    payments.some(({ state: of }) => of === 'needs_response') ? 'a payment is disputed' : '',
    broken && state !== 'canceled' ? `${broken.what}: ${broken.detail}` : '',
  ].filter(Boolean);
}
