import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { formatMoney } from '@outharbor/contract/money';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLANS, type Plan, planPriceText } from '@outharbor/contract/plans';
import type { CurrentPlan, PlanChangeCost } from '@outharbor/contract/schemas';
import { useState } from 'react';
import { PLAN } from '../../content/account-page.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { openBillingPortal } from '../checkout/start-checkout.ts';
import { longDate } from '../pricing/plan-standing.ts';
import { changePlan, keepPlan } from './account-api.ts';
import { useAction } from './use-action.ts';

interface PlanSectionProps {
  readonly uid: string;
  readonly plan: CurrentPlan;
  readonly reload: () => Promise<void>;
}

export function PlanSection({ uid, plan, reload }: PlanSectionProps) {
  const { busy, run } = useAction();
  const { endsAt, due } = plan;
  return (
    <>
      <PlanFacts plan={plan} />
      {due && (
        <p className="notice account-due">
          <span>
            {PLAN.due} <span>{formatMoney(due.amount, due.currency)}</span>
          </span>
          {due.url ? (
            <a className="button button-primary" href={due.url}>
              {PLAN.payNow}
            </a>
          ) : (
            <BusyButton busy={busy === 'pay'} onClick={run('pay', () => openBillingPortal(uid, 'account'))}>
              {PLAN.payNow}
            </BusyButton>
          )}
        </p>
      )}
      {plan.planType === SPECIAL_PLAN && <p>{PLAN.managed}</p>}
      {endsAt === undefined && due === undefined && plan.planType !== SPECIAL_PLAN && (
        <PlanChanges uid={uid} plan={plan} reload={reload} busy={busy} run={run} />
      )}
      {endsAt !== undefined && (
        <BusyButton busy={busy === 'keep'} onClick={run('keep', () => keepPlan(uid).then(reload), PLAN.kept)}>
          {PLAN.keep}
        </BusyButton>
      )}
    </>
  );
}

function PlanFacts({ plan }: { readonly plan: CurrentPlan }) {
  const title = PLANS.find(({ name }) => name === plan.planType)?.title ?? PLAN.special;
  const { nextPayment, endsAt } = plan;
  return (
    <dl className="account-facts">
      <dt>{PLAN.title}</dt>
      <dd>{title}</dd>
      <dt>{PLAN.since}</dt>
      <dd>{longDate(plan.since)}</dd>
      {nextPayment && (
        <>
          <dt>{PLAN.nextPayment}</dt>
          <dd>{`${formatMoney(nextPayment.amount, nextPayment.currency)}, ${longDate(nextPayment.at)}`}</dd>
        </>
      )}
      {endsAt !== undefined && (
        <>
          <dt>{PLAN.endsOn}</dt>
          <dd>{longDate(endsAt)}</dd>
        </>
      )}
    </dl>
  );
}

interface Offer {
  readonly plan: Plan;
  readonly cost: PlanChangeCost;
}

function PlanChanges({ uid, plan, reload, busy, run }: PlanSectionProps & ReturnType<typeof useAction>) {
  const [offer, setOffer] = useState<Offer>();
  const change = (other: Plan, agreed?: PlanChangeCost) =>
    run(other.name, async () => {
      const cost = await changePlan(uid, other.price, agreed);
      setOffer(cost && { plan: other, cost });
      if (cost === undefined && agreed !== undefined) await reload();
    });
  if (offer !== undefined) {
    return (
      <PlanOffer
        offer={offer}
        busy={busy === offer.plan.name}
        onConfirm={change(offer.plan, offer.cost)}
        onCancel={() => setOffer(undefined)}
      />
    );
  }
  return (
    <>
      <p>{PLAN.changeHint}</p>
      <div className="account-actions">
        {PLANS.filter(({ name }) => name !== plan.planType).map((other) => (
          <BusyButton key={other.name} tone="quiet" busy={busy === other.name} onClick={change(other)}>
            {PLAN.change} {other.title}, {planPriceText(other)}
          </BusyButton>
        ))}
      </div>
    </>
  );
}

interface PlanOfferProps {
  readonly offer: Offer;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function PlanOffer({ offer: { plan, cost }, busy, onConfirm, onCancel }: PlanOfferProps) {
  const { amount, currency } = cost;
  return (
    <>
      <p role="status">
        {PLAN.change} {plan.title}, {planPriceText(plan)}. {amount < 0 ? PLAN.gives : PLAN.costs}{' '}
        <span>{formatMoney(Math.abs(amount), currency)}</span>. {PLAN.extrasStay}
      </p>
      <div className="account-actions">
        <BusyButton busy={busy} onClick={onConfirm}>
          {PLAN.confirm}
        </BusyButton>
        <BusyButton tone="quiet" busy={false} onClick={onCancel}>
          {PLAN.cancel}
        </BusyButton>
      </div>
    </>
  );
}

export function NoPlan() {
  return (
    <>
      <p>{PLAN.none}</p>
      <ButtonLink to={SITE_PATHS.pricing} label={PLAN.choose} tone="quiet" />
    </>
  );
}
