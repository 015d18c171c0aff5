import { isUid } from '@outharbor/contract/user-record';
import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-state.ts';
import type { WebhookEvent } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { agreesWithEvent } from '../subscriptions/decide-plan.ts';
import { handleDispute } from '../subscriptions/handle-dispute.ts';
import { handleRefund } from '../subscriptions/handle-refund.ts';
import { HANDLED_EVENTS } from './plan-events.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'logger' | 'metrics' | 'synchronisePlan'>;

/**
 * `handled`: already up to date. `foreign`: another deployment or product on the same account. `other_mode`:
 * test mode while the key is live, or the reverse.
 */
export type Handled = 'handled' | 'changed' | 'ignored' | 'foreign' | 'other_mode' | 'no_account';

/** Throws if the plan could not be written, so that Stripe redelivers the event. */
export async function handleWebhook(deps: Deps, event: WebhookEvent): Promise<Handled> {
  const { id, type, customerId, livemode } = event;
  if (livemode !== deps.config.stripe.livemode) {
    deps.logger.warn(
      { event: id, type, livemode },
      'event from the other Stripe mode: is its webhook endpoint meant for this deployment?',
    );
    return 'other_mode';
  }
  if (!HANDLED_EVENTS.includes(type)) return 'ignored';
  if (event.refund !== undefined) return handleRefund(deps, event.refund);
  if (event.dispute !== undefined) return handleDispute(deps, event.dispute);
  const { formerUid } = event;
  if (formerUid !== undefined && isUid(formerUid)) await deps.synchronisePlan(formerUid);
  const uid = event.uid ?? (await findHandMadeOwner(deps, event));
  if (uid === undefined) {
    if (formerUid !== undefined) reportDisconnected(deps, event);
    return 'foreign';
  }
  // Metadata can be edited by hand at Stripe, and the uid becomes part of a database path.
  if (!isUid(uid)) {
    deps.logger.warn({ event: id, type }, 'event with an invalid uid');
    return 'ignored';
  }
  const { effect } = await deps.synchronisePlan(uid, {
    customers: [customerId],
    ...(event.madeByHand ? {} : { skipIf: (state: BillingState) => agreesWithEvent(state, event) }),
  });
  if (effect !== 'no_account') return effect === 'changed' ? effect : 'handled';
  deps.logger.error(
    { alert: 'event_without_account', event: id, type, uid },
    'event for an account that does not exist: nothing was written',
  );
  return 'no_account';
}

/** Whoever had it has no plan by it any more, and may still be charged. */
function reportDisconnected(deps: Deps, { formerUid, subscriptionId, customerId }: WebhookEvent): void {
  tellOperator(
    deps,
    'subscription_not_connected',
    { uid: formerUid, subscription: subscriptionId, customer: customerId },
    'a subscription no longer names its owner, to whom it gives no plan',
  );
}

/** The agency may sell a plan of ours by hand to one of our customers. */
async function findHandMadeOwner(
  { payments }: Pick<Deps, 'payments'>,
  { madeByHand, customerId }: WebhookEvent,
): Promise<string | undefined> {
  return madeByHand && customerId !== undefined ? payments.findOwner(customerId) : undefined;
}
