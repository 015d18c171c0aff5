import type { Clocks, Part } from '../../snapshot.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useConsole } from '../state/console-context.ts';
import { moment } from '../state/moment.ts';
import { ResetButton } from './ResetButton.tsx';

interface ControlsProps {
  readonly clocks: Part<Clocks>;
  readonly seedable: boolean;
}

export function Controls({ clocks, seedable }: ControlsProps) {
  const { act } = useConsole();
  return (
    <section className="panel wide controls" aria-labelledby="controls">
      <h2 id="controls">Clock and data</h2>
      {clocks.ok ? <Readings clocks={clocks.value} /> : <p className="unavailable">{clocks.reason}</p>}
      <div className="buttons">
        <ActionButton onPress={() => act('advance', { days: 1, months: 0 })}>+1 day</ActionButton>
        <ActionButton onPress={() => act('advance', { days: 0, months: 1 })}>+1 month</ActionButton>
        {seedable && <ActionButton onPress={() => act('seed', undefined)}>Seed</ActionButton>}
        <ResetButton />
      </div>
    </section>
  );
}

function Readings({ clocks }: { readonly clocks: Clocks }) {
  return (
    <dl>
      <div>
        <dt>Stripe</dt>
        <dd>
          <time dateTime={clocks.stripe}>{moment(clocks.stripe)}</time>
        </dd>
      </div>
      <div>
        <dt>Scheduling</dt>
        <dd>
          <time dateTime={clocks.scheduling}>{moment(clocks.scheduling)}</time>
        </dd>
      </div>
    </dl>
  );
}
