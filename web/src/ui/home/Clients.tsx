import { Link } from 'react-router-dom';
import { CLIENTS } from '../../content/clients.ts';
import type { PROOF } from '../../content/proof.ts';

interface ClientsProps {
  readonly title: string;
  readonly proof: typeof PROOF;
}

export function Clients({ title, proof: { quote, link } }: ClientsProps) {
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
      <blockquote>{quote}</blockquote>
      <Link to={link.to}>{link.label}</Link>
    </section>
  );
}
