import { useRef } from 'react';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useConsole } from '../state/console-context.ts';

export function ResetButton() {
  const { act } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = () => {
    dialog.current?.close();
    void act('reset', undefined);
  };
  return (
    <>
      <ActionButton tone="danger" onPress={() => dialog.current?.showModal()}>
        Reset
      </ActionButton>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">Reset everything?</h2>
        <p>This deletes all accounts, data, payments and bookings, and resets the clocks.</p>
        <div className="buttons">
          <button type="button" className="button danger" onClick={confirm}>
            Reset everything
          </button>
          <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </dialog>
    </>
  );
}
