import { CLIENT_VIEW, type STEPS } from '../../content/home.ts';
import { Picture } from '../Picture.tsx';
import pictures from '../pictures/steps.svg';
import { ClientView } from './ClientView.tsx';

export function Steps({ title, items }: typeof STEPS) {
  return (
    <section className="steps later" aria-labelledby="steps-title">
      <h2 id="steps-title">{title}</h2>
      <ol>
        {items.map((step) => (
          <li key={step.title}>
            <Picture src={`${pictures}#${step.picture}`} alt={step.alt} width={400} height={300} />
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <ClientView {...CLIENT_VIEW} />
    </section>
  );
}
