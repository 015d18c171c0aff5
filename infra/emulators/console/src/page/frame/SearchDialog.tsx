import { useId, useState } from 'preact/hooks';
import type { Found } from '../../rows.ts';
import { Modal } from '../parts/Modal.tsx';
import { When } from '../parts/When.tsx';
import { navigate, toAddress } from '../state/address.ts';
import { inNamespace } from '../state/namespace.ts';
import { useAnswer } from '../state/use-read.ts';

/** Finds people, payments, events and everything else by email address, name or id. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [found, setFound] = useState<readonly Found[]>([]);
  useAnswer<{ readonly found: readonly Found[] }>(
    `/console/search${inNamespace({ q: text })}`,
    '',
    (answer) => setFound(answer.found),
    () => setFound([]),
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
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
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
          <Option
            key={`${each.area}-${each.id}`}
            id={`${listId}-${index}`}
            found={each}
            active={index === active}
            onOpen={open}
            onKey={onKey}
          />
        ))}
      </div>
      <p className="empty" aria-live="polite">
        {outcome(text, found.length)}
      </p>
    </Modal>
  );
}

interface OptionProps {
  readonly id: string;
  readonly found: Found;
  readonly active: boolean;
  readonly onOpen: (found: Found) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function Option({ id, found, active, onOpen, onKey }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={() => onOpen(found)}
      onKeyDown={onKey}
    >
      <small className="area">{found.area}</small>
      <b>{found.title}</b>
      <small>
        {found.detail} {found.at && <When at={found.at} />}
      </small>
    </div>
  );
}

function outcome(text: string, count: number): string {
  if (text === '') {
    return 'Everything in the services is searched: people, payments, events, webhooks, bookings, mails, requests.';
  }
  return count === 0 ? 'Nothing was found.' : '';
}
