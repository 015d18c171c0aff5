import type { CLOSING } from '../../content/home.ts';
import { ButtonLink } from '../ButtonLink.tsx';

export function Closing({ title, text, action }: typeof CLOSING) {
  return (
    <section className="closing later" aria-labelledby="closing-title">
      <h2 id="closing-title">{title}</h2>
      <p>{text}</p>
      <ButtonLink {...action} size="large" />
    </section>
  );
}
