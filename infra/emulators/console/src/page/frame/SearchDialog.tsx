import { useId, useRef, useState } from 'preact/hooks';
import type { Model } from '../../model/model.ts';
import { Modal } from '../parts/Modal.tsx';
import { When } from '../parts/When.tsx';
import { navigate, toAddress } from '../state/address.ts';
import { inNamespace } from '../state/namespace.ts';
import { useAnswer } from '../state/use-read.ts';

type Found = ReturnType<Model['search']>[number];

const EVERYTHING =
  'Everything in the services is searched: people, payments, events, webhooks, bookings, mails, requests.';

/** Finds people, payments, events and everything else by email address, name or id. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [{ of, found }, setAnswer] = useState({ of: '', found: [] as readonly Found[] });
  const address = `/console/search${inNamespace({ q: text })}`;
  /** The search whose first result opens as soon as it is there: Enter came before the answer. */
  const entered = useRef('');
  const show = (rows: readonly Found[]) => {
    setAnswer({ of: address, found: rows });
    if (entered.current === address && rows[0]) open(rows[0]);
  };
  useAnswer<{ readonly found: readonly Found[] }>(
    address,
    '',
    ({ found: rows }) => show(rows),
    () => show([]),
  );
  const listId = useId();
  const open = ({ area, id }: Found) => {
    onClose();
    navigate(toAddress([area, id]));
  };
  const onKey = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key !== 'Enter') return;
    else if (of !== address) entered.current = address;
    else if (chosen) open(chosen);
    event.preventDefault();
  };
  return (
    <Modal title="Search everything" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Email, name or id"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${active}`}
        placeholder="Email, name or id"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <div className="found" id={listId} role="listbox" aria-label="Found" tabIndex={-1}>
        {found.map((each, index) => (
          <div
            key={`${each.area}-${each.id}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onClick={() => open(each)}
            onKeyDown={onKey}
          >
            <small className="area">{each.area}</small>
            <b>{each.title}</b>
            <small>
              {each.detail} {each.at && <When at={each.at} />}
            </small>
          </div>
        ))}
      </div>
      <p className="empty" aria-live="polite">
        {text === '' ? EVERYTHING : found.length === 0 && 'Nothing was found.'}
      </p>
    </Modal>
  );
}
