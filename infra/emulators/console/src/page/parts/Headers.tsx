import { Fact } from './Fact.tsx';

export function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return <p className="empty">No headers were kept.</p>;
  return (
    <dl className="headers">
      {entries.map(([name, value]) => (
        <Fact key={name} name={name}>
          <code>{value}</code>
        </Fact>
      ))}
    </dl>
  );
}
