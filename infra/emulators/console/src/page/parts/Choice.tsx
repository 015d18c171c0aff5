import { useId } from 'preact/hooks';

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

export function Choice({ name, label, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}
