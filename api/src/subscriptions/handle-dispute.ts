import { isUid } from '@outharbor/contract/user-record';
import type { Context } from '../context.ts';
import type { DisputedPayment, DisputeReference } from '../gateways/payments.ts';
import { canCharge } from './decide-plan.ts';

type Deps = Pick<Context, 'payments' | 'logger' | 'metrics' | 'synchronisePlan'>;

/** The recorded stage prevents a second alert and protects manual decisions (docs/subscription-policy.md). */
export async function handleDispute(deps: Deps, reference: DisputeReference): Promise<'handled' | 'foreign'> {
  const disputed = await deps.payments.findDisputed(reference);
  if (disputed === undefined || !isUid(disputed.subscription.uid)) return 'foreign';
  const { id, stage, noted, subscription, ofCurrentPeriod } = disputed;
  const renews = canCharge(subscription) && subscription.endsAt === undefined;
  const stopsRenewal = noted !== stage && renews && isWithheld(stage);
  if (noted !== stage) {
    report(deps, disputed);
    await deps.payments.noteDispute(subscription.id, { id, stage, stopsRenewal });
  }
  const endsNow = stage === 'lost' && ofCurrentPeriod && canCharge(subscription);
  if (endsNow) await deps.payments.cancelSubscription(subscription.id);
  // This also settles a refund that was rejected because of the dispute.
  if (stopsRenewal || stage === 'lost' || stage === 'closed') {
    await deps.synchronisePlan(subscription.uid, { customers: [subscription.customerId] });
  }
  return 'handled';
}

const isWithheld = (stage: DisputedPayment['stage']) => stage === 'open' || stage === 'lost';

function report({ logger, metrics }: Deps, { id, stage, subscription }: DisputedPayment): void {
  metrics.disputes.inc({ stage });
  const line = { dispute: id, stage, uid: subscription.uid, subscription: subscription.id };
  if (stage === 'closed') logger.info(line, 'a dispute was closed in our favour');
  else logger.error({ alert: 'payment_disputed', ...line }, 'a payment is disputed');
}
