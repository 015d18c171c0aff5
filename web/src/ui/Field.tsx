import { useId, useState } from 'react';
import { SHOW_PASSWORD } from '../content/account.ts';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly required?: boolean;
  readonly defaultValue?: string;
  /** How to correct the field; undefined if it is valid. */
  readonly hint?: string | undefined;
  /** What the field asks for, shown from the start. */
  readonly note?: string | undefined;
  /** Keeps what was typed for the next form with a field of this name. */
  readonly kept?: boolean;
}

const TYPED = new Map<string, string>();

function keepTyped(input: HTMLInputElement) {
  input.value ||= TYPED.get(input.name) ?? '';
  return () => void TYPED.set(input.name, input.value);
}

/** A labelled input. Uncontrolled, so that input typed before hydration is kept. */
export function Field({ label, hint, note, kept, type = 'text', ...input }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const descriptions = [note && `${id}-note`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input
          id={id}
          ref={kept ? keepTyped : undefined}
          type={shown ? 'text' : type}
          dir={type === 'text' ? 'auto' : undefined}
          aria-invalid={hint ? true : undefined}
          aria-describedby={descriptions || undefined}
          {...input}
        />
        {type === 'password' && <ShowButton shown={shown} onClick={() => setShown(!shown)} />}
      </div>
      {note && (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function ShowButton({ shown, onClick }: { readonly shown: boolean; readonly onClick: () => void }) {
  return (
    <button className="field-show" type="button" data-hold="" onClick={onClick}>
      <span>{shown ? SHOW_PASSWORD.hide : SHOW_PASSWORD.show}</span>
      <span className="visually-hidden"> {SHOW_PASSWORD.what}</span>
    </button>
  );
}
