import { PLANS, type Plan } from '@outharbor/contract/plans';
import { PRICING } from '../../content/pricing.ts';
import { Icon } from '../../ui/Icon.tsx';

/** On phones, what the plan adds to the one before it; the other rows are one tap away. */
export function FeatureList({ plan: { id, features } }: { readonly plan: Plan }) {
  const before = PLANS.find((plan) => plan.id === id - 1);
  const had = new Set(before?.features.filter(({ available }) => available).map(({ text }) => text));
  return (
    <>
      {before && (
        <p className="features-before">
          {PRICING.everythingIn} {before.title}, {PRICING.plus}
        </p>
      )}
      <ul className="features">
        {features.map(({ text, available }) => (
          <li
            key={text}
            className={available ? 'feature' : 'feature feature-missing'}
            data-more={!available || had.has(text) || undefined}
          >
            <Icon name={available ? 'check' : 'cross'} label={available ? 'Included' : 'Not included'} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <details className="features-toggle">
        <summary>
          {PRICING.allFeatures} <Icon name="chevron" />
        </summary>
      </details>
    </>
  );
}
