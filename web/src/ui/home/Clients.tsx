import { CLIENTS } from '../../content/clients.ts';

export function Clients({ title }: { readonly title: string }) {
  return (
    <section className="clients later" aria-labelledby="clients-title">
      <h2 id="clients-title">{title}</h2>
      <ul>
        {CLIENTS.map(({ name, mark, style }) => (
          <li key={name} className={`client client-${style}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={mark} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
