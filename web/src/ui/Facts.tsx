interface FactsProps {
  readonly facts: readonly { readonly value: string; readonly label: string }[];
}

/** Figures in a row, each with what it counts; `facts.css` sets them. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="facts">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
