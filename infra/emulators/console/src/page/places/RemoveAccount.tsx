import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addressOf } from '../parts/Go.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useConsole } from '../state/console-context.ts';

export function RemoveAccount({ uid, email }: { readonly uid: string; readonly email: string }) {
  const { act } = useConsole();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = async () => {
    setAsking(false);
    if (await act('people/remove', { person: uid })) navigate(addressOf(['people']));
  };
  return (
    <div className="buttons">
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Delete the account
      </button>
      {asking && (
        <Modal title={`Delete the account of ${email}?`} onClose={() => setAsking(false)}>
          <p>Payments, bookings and the record in the database stay.</p>
          <div className="buttons">
            <button type="button" className="button danger" onClick={remove}>
              Delete
            </button>
            <button type="button" className="button plain" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Modal>
      )}
    </div>
  );
}
