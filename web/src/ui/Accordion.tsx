import type { FaqRecord } from '../content/faq.ts';
import { Icon } from './Icon.tsx';
import { RichText } from './RichText.tsx';

/** `details` that share a name: one open at a time, the open one closes on a click, all without script. */
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
