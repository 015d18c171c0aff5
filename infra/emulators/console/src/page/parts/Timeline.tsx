import { useEffect, useRef, useState } from 'preact/hooks';
import type { Step, TimelineEntry } from '../../rows.ts';
import { useAddress } from '../state/address.ts';
import { Choice } from './Form.tsx';
import { CopyLink, Go } from './Go.tsx';
import { Pages } from './Pages.tsx';
import { When } from './When.tsx';

interface TimelineProps {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
  readonly empty?: string;
}

export function Timeline({ label, entries, empty }: TimelineProps) {
  const linked = useAddress().query.get('at');
  if (entries.length === 0) return <p className="empty">{empty}</p>;
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, at, realAt, service, what, detail, area, of }) => (
        <li key={id} data-service={service} aria-current={id === linked ? 'location' : undefined}>
          <When at={at} realAt={realAt} />
          <Go to={[area, of]} label={`${what}: ${detail}`}>
            {what}
          </Go>
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  );
}

const STEPS_PER_PAGE = 12;

const SHOWN: Readonly<Record<string, (step: Step) => boolean>> = {
  Everything: () => true,
  Problems: ({ tone }) => tone === 'bad',
  Payments: ({ group }) => group === 'payments',
  Calls: ({ group }) => group === 'calls',
  'Account and mails': ({ group }) => group === 'account' || group === 'mails',
  Requests: ({ group }) => group === 'requests',
};

/** What happened in steps, a page of them, each with what belongs to it. Open are the newest and what the address names. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const [shown, setShown] = useState('Everything');
  const at = useAddress().query.get('at');
  const linked = steps.findIndex(({ id, entries }) =>
    [id, ...entries.map((each) => each.id)].includes(at ?? ''),
  );
  const [page, setPage] = useState(Math.floor(Math.max(0, linked) / STEPS_PER_PAGE) + 1);
  // A nightly job's writes are no news.
  const newest = useRef((steps.find(({ group }) => group !== 'requests') ?? steps[0])?.id);
  const chosen = steps.filter((step) => SHOWN[shown]?.(step));
  const pages = Math.max(1, Math.ceil(chosen.length / STEPS_PER_PAGE));
  const number = Math.min(page, pages);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Back comes to where the page was left instead.
    const marked = history.state?.scrollY ? null : list.current?.querySelector('[aria-current]');
    const goal = marked?.querySelector<HTMLElement>('summary, a');
    goal?.focus({ preventScroll: true });
    goal?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <div className="filters">
        <Choice label="Show" inline value={shown} options={Object.keys(SHOWN)} onChoose={setShown} />
        <span className="count">
          {chosen.length} {chosen.length === 1 ? 'step' : 'steps'}
        </span>
        {pages > 1 && <Pages label="the timeline" number={number} pages={pages} onChange={setPage} />}
      </div>
      {at !== null && linked < 0 && <p className="empty">What the link names is not known (any more).</p>}
      {chosen.length === 0 && <p className="empty">Nothing has happened.</p>}
      <ol ref={list} className="steps" aria-label="Steps">
        {chosen.slice((number - 1) * STEPS_PER_PAGE, number * STEPS_PER_PAGE).map((step) => (
          <StepItem key={step.id} step={step} isOpen={step.id === newest.current || step === steps[linked]} />
        ))}
      </ol>
    </>
  );
}

function StepItem({ step, isOpen }: { readonly step: Step; readonly isOpen: boolean }) {
  const linked = useAddress().query.get('at');
  const [open, setOpen] = useState(isOpen);
  const { at, title, detail, tone, times, entries } = step;
  return (
    <li data-tone={tone} aria-current={step.id === linked ? 'location' : undefined}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <When at={at} realAt={entries[0]?.realAt} />
          <b>{title}</b>
          <span>{[detail, times > 1 && `${times} times`].filter(Boolean).join(' · ')}</span>
        </summary>
        {open && (
          <>
            <Timeline label={title} entries={entries} />
            <CopyLink at={step.id} label={`Copy link to ${title}`} />
          </>
        )}
      </details>
    </li>
  );
}
