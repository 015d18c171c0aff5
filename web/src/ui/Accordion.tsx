import type { FaqRecord } from '../content/faq.ts';
import { Icon } from './Icon.tsx';
import { RichText } from './RichText.tsx';

/** `details` elements with a shared name: only one is open at a time, without script. */
export function Accordion({ items }: { readonly items: readonly FaqRecord[] }) {
  return (
    <div className="accordion">
      {items.map(({ id, question, answer }) => (
        <details key={id} name="faq">
          <summary>
            <h2>{question}</h2>
            <Icon name="chevron" />
          </summary>
          <RichText blocks={answer} />
        </details>
      ))}
    </div>
  );
}
