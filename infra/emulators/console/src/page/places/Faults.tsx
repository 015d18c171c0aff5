import type { DeliveryService } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { useConsole } from '../state/console-context.ts';

/** Makes a service fail for a number of requests, or until switched off. */
export function Faults({ service }: { readonly service: DeliveryService }) {
  const { overview, act } = useConsole();
  const { targets, modes } = overview.faultChoices[service];
  const faults = overview.faults.filter((each) => each.service === service);
  const add = (form: FormData) => {
    const [target, mode] = [String(form.get('target')), String(form.get('mode'))];
    return act('faults/add', { service, target, mode, count: Number(form.get('count')) || null });
  };
  return (
    <>
      <Form submit="Switch on" onSubmit={add}>
        <Choice label="Target" name="target" options={targets} />
        <Choice label="Mode" name="mode" options={modes} />
        <Input
          label="Times, if not until switched off"
          name="count"
          type="number"
          min={1}
          max={1000}
          inputMode="numeric"
        />
      </Form>
      {faults.length === 0 && <p className="empty">No active faults.</p>}
      <ul className="faults">
        {faults.map(({ id, target, mode, left }) => (
          <li key={id}>
            <b>{mode}</b> at {target}, {left === null ? 'until switched off' : `${left} more`}
          </li>
        ))}
      </ul>
      {faults.length > 0 && (
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
