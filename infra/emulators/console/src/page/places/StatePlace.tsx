import { type ChangeEvent, useId, useState } from 'react';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Place } from '../parts/Place.tsx';
import { useConsole } from '../state/console-context.ts';
import { inNamespace } from '../state/namespace.ts';
import { Clock } from './Clock.tsx';

export function StatePlace() {
  const { overview, act } = useConsole();
  return (
    <Place title="State and clock">
      <div className="panels">
        <Clock />
        <Panel title="Data">
          <p>Seed adds people to start with. Reset deletes everything and puts the clocks back.</p>
          <div className="buttons">
            {overview.seedable && <ActionButton onPress={() => act('seed', undefined)}>Seed</ActionButton>}
            <ResetButton />
          </div>
        </Panel>
        <StateFilePanel />
      </div>
    </Place>
  );
}

function StateFilePanel() {
  const { act } = useConsole();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const load = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    try {
      setProblem(undefined);
      await act('state/load', JSON.parse(await file.text()));
    } catch (error) {
      setProblem(`${file.name} cannot be read: ${(error as Error).message}`);
    }
    target.value = '';
  };
  return (
    <Panel title="State in a file">
      <p>
        Everything that the emulators hold, with clocks and faults: for a bug report, or to come back to. It
        also has test keys and password hashes.
      </p>
      <div className="buttons">
        <a className="button" href={`/console/state-file${inNamespace()}`} download>
          Save to a file
        </a>
      </div>
      <div className="field">
        <label htmlFor={id}>Load from a file, in place of what is here</label>
        <input id={id} type="file" accept="application/json,.json" onChange={load} />
      </div>
      {problem && <p className="unavailable">{problem}</p>}
    </Panel>
  );
}

function ResetButton() {
  const { act } = useConsole();
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    void act('reset', undefined);
  };
  return (
    <>
      <ActionButton tone="danger" onPress={() => setAsking(true)}>
        Reset
      </ActionButton>
      {asking && (
        <Modal title="Reset everything?" onClose={() => setAsking(false)}>
          <p>This deletes all accounts, data, payments and bookings, and resets the clocks.</p>
          <div className="buttons">
            <button type="button" className="button danger" onClick={confirm}>
              Reset everything
            </button>
            <button type="button" className="button plain" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </>
  );
}
