import type { Part, SchedulingSnapshot, StripeSnapshot } from '../../snapshot.ts';
import { useConsole } from '../console-context.ts';
import { moment } from '../moment.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { ResetButton } from './ResetButton.tsx';

interface ControlsProps {
  readonly stripe: Part<StripeSnapshot>;
  readonly scheduling: Part<SchedulingSnapshot>;
}

/** The clock of the emulated services, seed and reset. */
export function Controls({ stripe, scheduling }: ControlsProps) {
  const { act } = useConsole();
  return (
    <section className="panel wide controls" aria-labelledby="controls">
      <h2 id="controls">Clock and data</h2>
      <dl>
        <Reading name="Stripe" part={stripe} />
        <Reading name="Scheduling" part={scheduling} />
      </dl>
      <div className="buttons">
        <ActionButton onPress={() => act('advance', { days: 1, months: 0 })}>+1 day</ActionButton>
        <ActionButton onPress={() => act('advance', { days: 0, months: 1 })}>+1 month</ActionButton>
        <ActionButton onPress={() => act('seed', undefined)}>Seed</ActionButton>
        <ResetButton />
      </div>
    </section>
  );
}

function Reading({ name, part }: { readonly name: string; readonly part: Part<{ readonly now: string }> }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{part.ok ? <time dateTime={part.value.now}>{moment(part.value.now)}</time> : 'not available'}</dd>
    </div>
  );
}
