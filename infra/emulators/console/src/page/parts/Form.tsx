import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes, TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly inline?: boolean | undefined;
  /** Draws the control, which has the given id. */
  readonly children: (id: string) => ComponentChildren;
}

export function Field({ label, inline = false, children }: FieldProps) {
  const id = useId();
  return (
    <div className={inline ? 'field inline' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type Labelled = Pick<FieldProps, 'label' | 'inline'>;

export function Input({ label, inline, ...input }: Labelled & InputHTMLAttributes) {
  return (
    <Field label={label} inline={inline}>
      {(id) => <input id={id} {...input} />}
    </Field>
  );
}

interface ChoiceProps extends Labelled {
  /** The values, or each with the text that stands for it. */
  readonly options: readonly (string | readonly [value: string, text: string])[];
  readonly onChoose?: (value: string) => void;
}

export function Choice({ label, inline, options, onChoose, ...select }: ChoiceProps & SelectHTMLAttributes) {
  return (
    <Field label={label} inline={inline}>
      {(id) => (
        <select id={id} {...select} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
          {options.map((option) => {
            const [value, text] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface FormProps {
  readonly submit: string;
  readonly stacked?: boolean;
  readonly onSubmit: (fields: FormData, form: HTMLFormElement) => unknown;
  readonly children: ComponentChildren;
}

export function Form({ submit, stacked = false, onSubmit, children }: FormProps) {
  const send = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <form className={stacked ? 'stacked' : undefined} onSubmit={send}>
      {children}
      <button type="submit" className="button plain">
        {submit}
      </button>
    </form>
  );
}
