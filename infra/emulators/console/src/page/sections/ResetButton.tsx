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
        <h2 id="reset-title">Empty everything?</h2>
        <p>Accounts, the database, payments and bookings are forgotten, and the clock is set back.</p>
        <div className="buttons">
          <button type="button" className="button danger" onClick={confirm}>
            Empty everything
          </button>
          <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}
