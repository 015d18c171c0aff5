import { Link } from 'react-router-dom';
import { CLIENTS } from '../../content/clients.ts';
import { EXAMPLE_NOTICE, type PROOF, type Quote } from '../../content/proof.ts';

interface ClientsProps {
  readonly title: string;
  readonly proof: typeof PROOF;
}

export function Clients({ title, proof: { example, quotes, link } }: ClientsProps) {
  return (
    <section className="clients later" aria-labelledby="clients-title">
      <h2 id="clients-title">{title}</h2>
      <ul className="client-logos">
        {CLIENTS.map(({ name, mark, style }) => (
          <li key={name} className={`client client-${style}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={mark} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <ul className="quotes">
        {quotes.map((quote) => (
          <ClientQuote key={quote.name} {...quote} />
        ))}
      </ul>
      {example && <p className="example-note">{EXAMPLE_NOTICE}</p>}
      <Link to={link.to}>{link.label}</Link>
    </section>
  );
}

function ClientQuote({ quote, name, role, picture, fact }: Quote) {
  return (
    <li>
      <figure className="panel">
        <p className="quote-fact">
          <strong>{fact.value}</strong> {fact.label}
        </p>
        <blockquote>“{quote}”</blockquote>
        <figcaption className="person">
          <img src={picture} alt="" width={56} height={56} loading="lazy" />
          <p>
            <strong>{name}</strong>
            <span>{role}</span>
          </p>
        </figcaption>
      </figure>
    </li>
  );
}
