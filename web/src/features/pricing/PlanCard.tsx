import { PLANS, type Plan, planPriceText } from '@outharbor/contract/plans';
import { PLAN_CARDS, RECOMMENDED_PLAN } from '../../content/plans.ts';
import { PRICING } from '../../content/pricing.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { InlinePicture } from '../../ui/InlinePicture.tsx';
import { PLAN_PICTURES } from './plan-pictures.ts';

export type PlanCardState = 'open' | 'unknown' | 'busy' | 'current' | 'closed';

interface PlanCardProps {
  readonly plan: Plan;
  readonly first: boolean;
  readonly state: PlanCardState;
  readonly onBook: () => void;
  readonly onManage: () => void;
  readonly managing: boolean;
  /** Shown only on the current plan. */
  readonly standing: string | undefined;
}

export function PlanCard({ plan, first, state, onBook, onManage, managing, standing }: PlanCardProps) {
  const titleId = `plan-${plan.name}`;
  const current = state === 'current';
  const recommended = plan.name === RECOMMENDED_PLAN;
  return (
    <li className="plan-card panel" data-state={state} data-recommended={recommended || undefined}>
      {/* Outside of the article: while that waits with `later`, it clips what reaches beyond it. */}
      {recommended && <p className="plan-badge">{PRICING.recommended}</p>}
      <article className={first ? undefined : 'later'} aria-labelledby={titleId}>
        <InlinePicture
          className="plan-picture"
          svg={PLAN_PICTURES[plan.name]}
          alt={PLAN_CARDS[plan.name].pictureAlt}
        />
        <h2 id={titleId}>{plan.title}</h2>
        <p className="plan-pitch">{PLAN_CARDS[plan.name].pitch}</p>
        <p className="plan-price">
          <strong>{planPriceText(plan)}</strong> {PRICING.perMonth}{' '}
          <span className="plan-closings">
            {plan.closings} {PRICING.closings}
          </span>
        </p>
        {current && standing && <p className="plan-standing">{standing}</p>}
        <div className="plan-action">
          <BusyButton
            tone={recommended ? 'primary' : 'quiet'}
            label={current ? undefined : `${PRICING.book} ${plan.title}`}
            busy={state === 'busy'}
            waiting={state === 'unknown'}
            disabled={current || state === 'closed'}
            describedBy={current ? titleId : undefined}
            onClick={onBook}
          >
            {current ? PRICING.subscribed : PRICING.book}
          </BusyButton>
        </div>
        <FeatureList plan={plan} />
        {current && (
          <div className="plan-action">
            <BusyButton tone="quiet" busy={managing} onClick={onManage}>
              {PRICING.manage}
            </BusyButton>
          </div>
        )}
      </article>
    </li>
  );
}

/** On phones, what the plan adds to the one before it; the other rows are one tap away. */
function FeatureList({ plan: { id, features } }: { readonly plan: Plan }) {
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
