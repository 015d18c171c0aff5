import { useEffect, useState } from 'preact/hooks';
import type { Coming } from '../../model/coming.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Form, Input } from '../parts/Form.tsx';
import { Owner } from '../parts/Go.tsx';
import { Facts, Panel } from '../parts/Panel.tsx';
import { Detail } from '../parts/Place.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';

const STEPS = [
  { title: 'Next day', days: 1, months: 0 },
  { title: '+1 week', days: 7, months: 0 },
  { title: '+1 month', days: 0, months: 1 },
  { title: '+1 year', days: 0, months: 12 },
] as const;

export function Clock() {
  const { overview, act } = useConsole();
  const { clocks } = overview;
  return (
    <Panel title="Clock">
      {clocks.stripe === null && clocks.scheduling === null ? (
        <p className="empty">Neither Stripe nor scheduling runs, which have clocks that can be moved.</p>
      ) : (
        <>
          <Facts
            className="clocks"
            facts={[
              ['Stripe', <Ticking key="stripe" aheadMs={clocks.stripe} />],
              ['Scheduling', <Ticking key="scheduling" aheadMs={clocks.scheduling} />],
            ]}
          />
          <div className="buttons">
            {STEPS.map(({ title, ...span }) => (
              <ActionButton key={title} onPress={() => act('advance', span)}>
                {title}
              </ActionButton>
            ))}
          </div>
          <ComingNext />
          <ToDay now={Date.now() + (clocks.stripe ?? clocks.scheduling ?? 0)} />
          {clocks.stripe !== null && <Keeping days={overview.eventDays} />}
        </>
      )}
    </Panel>
  );
}

const DAY_MS = 86_400_000;

/** The day in the viewer's time zone, as `2026-01-31`. */
function dayAt(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Moves the clocks on to the present time of a chosen day, at most a year away. */
function ToDay({ now }: { readonly now: number }) {
  const { act } = useConsole();
  const move = (fields: FormData) => {
    const days = (Date.parse(String(fields.get('day'))) - Date.parse(dayAt(now))) / DAY_MS;
    return act('advance', { days, months: 0 });
  };
  const [min, max] = [dayAt(now + DAY_MS), dayAt(now + 366 * DAY_MS)];
  return (
    <Form submit="Move to the day" onSubmit={move}>
      <Input label="Day" inline name="day" type="date" required min={min} max={max} />
    </Form>
  );
}

/** Whether what happened stays, however far the clock moves. */
function Keeping({ days }: { readonly days: number | null }) {
  const { act } = useConsole();
  return (
    <>
      <p className="empty">
        {days === null
          ? 'Events and webhooks are kept for good.'
          : `Events and their webhooks expire after ${days} days, as at Stripe: moving the clock further deletes them.`}
      </p>
      <ActionButton onPress={() => act('events/keep', { days: days === null ? 30 : null })}>
        {days === null ? 'Let events expire after 30 days' : 'Keep everything'}
      </ActionButton>
    </>
  );
}

function Ticking({ aheadMs }: { readonly aheadMs: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (aheadMs === null) return 'not running';
  return <When at={new Date(now + aheadMs).toISOString()} as="full" />;
}

/** What comes, in words, with a button that moves the clocks to it. */
export function Comes({ coming }: { readonly coming: Coming }) {
  const { act } = useConsole();
  const { what, at, to, amount, outcome } = coming;
  return (
    <>
      <span>
        {what} on <When at={at} as="day" />
        {amount && `, ${amount}`}
        {outcome && `; ${outcome}`}
      </span>{' '}
      <ActionButton label={`Go there: ${what}`} onPress={() => act('advance/to', { at: to })}>
        Go there
      </ActionButton>
    </>
  );
}

/** What time brings next to everybody. Its height is the same however much it is. */
function ComingNext() {
  const { people, payments, bookings } = useConsole().overview.versions;
  const reading = useRead<{ readonly coming: readonly Coming[] }>('coming', people + payments + bookings);
  return (
    <section className="coming" aria-label="What comes next">
      <h3>What comes next</h3>
      <Detail reading={reading}>
        {({ coming }) => (
          <ol>
            {coming.length === 0 && <li className="empty">Nothing is known to come.</li>}
            {coming.map((each) => (
              <li key={each.id}>
                <Comes coming={each} /> <Owner {...each} />
              </li>
            ))}
          </ol>
        )}
      </Detail>
    </section>
  );
}
