interface FactsProps {
  readonly facts: readonly { readonly value: string; readonly label: string }[];
}

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
