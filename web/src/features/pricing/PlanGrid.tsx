import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { PLANS } from '@outharbor/contract/plans';
import { PRICING } from '../../content/pricing.ts';
import type { Session } from '../auth/session.ts';
import { PlanCard } from './PlanCard.tsx';
import { planCardState } from './plan-card-state.ts';
import { planStanding } from './plan-standing.ts';
import { useBooking } from './use-booking.ts';

export function PlanGrid({ session }: { readonly session: Session }) {
  const { busyPlan, managing, book, manage } = useBooking(session);
  return (
    <>
      {session.status === 'signed-in' && session.plan === SPECIAL_PLAN && (
        <p className="notice">{PRICING.special}</p>
      )}
      {session.status === 'signed-in' && session.recordLate && (
        <p className="notice">{PRICING.planUnknown}</p>
      )}
      <ul className="plan-grid">
        {PLANS.map((plan, index) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            first={index === 0}
            state={planCardState(plan.name, session, busyPlan)}
            standing={planStanding(session)}
            onBook={() => book(plan)}
            onManage={manage}
            managing={managing}
          />
        ))}
      </ul>
    </>
  );
}
