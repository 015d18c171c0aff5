import type { DeliveryService } from '../../rows.ts';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { useConsole } from '../state/console-context.ts';

/** Makes a service fail for a number of requests, or until switched off. */
export function Faults({ service }: { readonly service: DeliveryService }) {
  const { overview, act } = useConsole();
  const { targets, modes } = overview.faultChoices[service];
  const add = (form: FormData) => {
    const [target = '', mode = '', count, seconds] = [...form.values()].map(String);
    const limits = { count: Number(count) || null, ...(seconds && { seconds: Number(seconds) }) };
    return act('faults/add', { service, target, mode, ...limits });
  };
  return (
    <Form submit="Switch on" onSubmit={add}>
      <Choice label="Target" name="target" options={targets} />
      <Choice label="Mode" name="mode" options={modes} />
      <Input label="Times, if not all" name="count" type="number" min={1} max={1000} />
      <Input label="Seconds, if not for good" name="seconds" type="number" min={1} max={3600} />
    </Form>
  );
}
