import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { SITUATIONS } from '../../seeds/situations.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { inNamespace } from '../state/namespace.ts';
import { Clock } from './Clock.tsx';
import { Snapshots } from './Snapshots.tsx';

const DELETIONS = [
  [
    'Reset',
    'reset',
    'Reset everything?',
    'This deletes all accounts, data, payments, bookings and requests, and resets the clocks.',
  ],
  [
    'Delete all but accounts',
    'reset/but-accounts',
    'Delete everything but the accounts?',
    'Data, payments, bookings and their requests go, and the clocks are reset. Accounts and mails stay.',
  ],
] as const;

export function StatePlace() {
  const { act } = useConsole();
  return (
    <Place title="State and clock">
      <div className="panels">
        <Clock />
        <Panel title="Data">
          <div className="buttons">
            {DELETIONS.map(([title, action, ...asks]) => (
              <ActionButton key={action} tone="danger" asks={asks} onPress={() => act(action, undefined)}>
                {title}
              </ActionButton>
            ))}
          </div>
        </Panel>
        <Snapshots />
        <PeoplePanel />
        <Panel title="State in a file">
          <p>
            Everything that the emulators hold, with clocks and faults: for a bug report, or to come back to.
            It has test keys and password hashes.
          </p>
          <div className="buttons">
            <a className="button" href={`/console/state-file${inNamespace()}`} download>
              Save to a file
            </a>
            <a className="button" href={`/console/state-file${inNamespace({ requests: 'yes' })}`} download>
              Save with the requests
            </a>
          </div>
          <JsonFile
            label="Load from a file, in place of what is here"
            onRead={(content) => act('state/load', content)}
          />
        </Panel>
      </div>
    </Place>
  );
}

function PeoplePanel() {
  const { act } = useConsole();
  return (
    <Panel title="People to start with">
      <p>
        One person in each of ten situations: registered, verified, disabled, subscribed, refunded, partly
        refunded, disputed, cancels at the end, past due, next payment needs authentication.
      </p>
      <div className="buttons">
        <ActionButton onPress={() => act('people/add-ready', undefined)}>Add ten people</ActionButton>
      </div>
      <h3>Or one person</h3>
      <AddPerson />
      <h3>Or a file</h3>
      <p>
        <code>{EXAMPLE}</code>
      </p>
      <JsonFile label="Add people from a file" onRead={(content) => act('people/add', content)} />
    </Panel>
  );
}

const EXAMPLE = '{"people": [{"email": "a@example.com", "situation": "past_due", "call": true}]}';

interface JsonFileProps {
  readonly label: string;
  readonly onRead: (content: object) => Promise<unknown>;
}

function JsonFile({ label, onRead }: JsonFileProps) {
  const [problem, setProblem] = useState<string>();
  const read = async ({ currentTarget: target }: TargetedEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    try {
      setProblem(undefined);
      await onRead(JSON.parse(await file.text()));
    } catch (error) {
      setProblem(`${file.name} cannot be read: ${(error as Error).message}`);
    }
    target.value = '';
  };
  return (
    <>
      <Input label={label} type="file" accept="application/json,.json" onChange={read} />
      {problem && <p className="unavailable">{problem}</p>}
    </>
  );
}

/** Adds a person in a chosen situation. */
function AddPerson() {
  const { act } = useConsole();
  const add = async (fields: FormData, form: HTMLFormElement) => {
    const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
    const added = await act('people/add', { people: [{ ...given, call: fields.has('call') }] });
    if (added) form.reset();
  };
  return (
    <Form submit="Add the person" stacked onSubmit={add}>
      <Input label="Email" name="email" type="email" required autocomplete="off" />
      <Input label="Name" name="name" autocomplete="off" />
      <Choice
        label="Situation"
        name="situation"
        options={SITUATIONS.map((situation) => [situation, situation.replaceAll('_', ' ')] as const)}
      />
      <Input label="Plan: lookup key or id of a price, if not the first" name="plan" autocomplete="off" />
      <Input label="With a booked call" inline name="call" type="checkbox" />
    </Form>
  );
}
