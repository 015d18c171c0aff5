import { useContext } from 'preact/hooks';
import { ConsoleContext } from '../state/console-context.ts';

const FULL = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeStyle: 'medium' });
const DATE = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(navigator.language, { numeric: 'auto', style: 'short' });

/** In seconds, longest first. */
const UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;

interface WhenProps {
  readonly at: string | null;
  /** By the machine's clock, where that is another. */
  readonly realAt?: string | undefined;
  /** Whether `at` is by the machine's clock instead of the services'. */
  readonly real?: boolean;
  readonly as?: 'relative' | 'day' | 'full';
}

/** How long ago or from now, by the services' clock; the full time on hover, in the viewer's language and time zone. */
export function When({ at, realAt, real = false, as = 'relative' }: WhenProps) {
  const aheadMs = useContext(ConsoleContext)?.overview.clocks.stripe ?? 0;
  if (at === null) return <>–</>;
  const exact = FULL.format(new Date(at));
  const onMachine = realAt === undefined || realAt === at ? '' : `; here ${FULL.format(new Date(realAt))}`;
  const now = Date.now() + (real ? 0 : aheadMs);
  return (
    <time dateTime={at} title={exact + onMachine}>
      {{ full: exact, day: DATE.format(new Date(at)), relative: relative(Date.parse(at), now) }[as]}
    </time>
  );
}

function relative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  if (Math.abs(seconds) >= 31 * UNITS.day) return DATE.format(at);
  const units = Object.keys(UNITS) as (keyof typeof UNITS)[];
  const unit = units.find((each) => Math.abs(seconds) >= UNITS[each]) ?? 'second';
  return RELATIVE.format(Math.trunc(seconds / UNITS[unit]), unit);
}
