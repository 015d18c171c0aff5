import type { TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { DeliveryService, Overview } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useConsole } from '../state/console-context.ts';

interface FaultsProps {
  readonly service: DeliveryService;
  readonly choices: Overview['faultChoices'][DeliveryService];
}

/** Makes a service fail for a number of requests, or until switched off. */
export function Faults({ service, choices }: FaultsProps) {
  const { overview, act } = useConsole();
  const faults = overview.faults.filter((each) => each.service === service);
  return (
    <>
      <FaultForm service={service} choices={choices} />
      {faults.length === 0 ? <p className="empty">No active faults.</p> : null}
      <ul className="faults">
        {faults.map(({ id, target, mode, left }) => (
          <li key={id}>
            <b>{mode}</b> at {target}, {left === null ? 'until switched off' : `${left} more`}
          </li>
        ))}
      </ul>
      {faults.length === 0 ? null : (
        <div className="buttons">
          <ActionButton
            label={`Switch off all ${service} faults`}
            onPress={() => act('faults/clear', { service })}
          >
            Switch all off
          </ActionButton>
        </div>
      )}
    </>
  );
}

function FaultForm({ service, choices }: FaultsProps) {
  const { act } = useConsole();
  const countId = useId();
  const add = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const count = Number(form.get('count'));
    void act('faults/add', {
      service,
      target: String(form.get('target')),
      mode: String(form.get('mode')),
      count: count > 0 ? count : null,
    });
  };
  return (
    <form onSubmit={add}>
      <Choice name="target" label="Target" options={choices.targets} />
      <Choice name="mode" label="Mode" options={choices.modes} />
      <div className="field">
        <label htmlFor={countId}>Times, if not until switched off</label>
        <input id={countId} name="count" type="number" min={1} max={1000} inputMode="numeric" />
      </div>
      <button type="submit" className="button plain">
        Switch on
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

function Choice({ name, label, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}
