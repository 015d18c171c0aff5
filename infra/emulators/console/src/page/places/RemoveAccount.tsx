import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { navigate, toAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';

export function RemoveAccount({ uid, email }: { readonly uid: string; readonly email: string }) {
  const { act } = useConsole();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    if (await act('people/remove', { person: uid })) navigate(toAddress(['people']));
  };
  return (
    <div className="buttons">
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Delete the account
      </button>
      {asking && (
        <ConfirmDialog
          title={`Delete the account of ${email}?`}
          text="Payments, bookings and the record in the database stay."
          action="Delete"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
