import { useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly required?: boolean;
  readonly defaultValue?: string;
  /** How to correct the field; undefined if it is valid. */
  readonly hint?: string | undefined;
}

/** A labelled input. Uncontrolled, so that input typed before hydration is kept. */
export function Field({ label, hint, type = 'text', ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        dir={type === 'text' ? 'auto' : undefined}
        aria-invalid={hint ? true : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
