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
  const uid = (await findPayersOwn(deps, event)) ?? event.uid;
  if (uid === undefined) {
    if (formerUid !== undefined) reportDisconnected(deps, event);
    return 'foreign';
  }
  // Metadata can be edited by hand at Stripe, and the uid becomes part of a database path.
  if (!isUid(uid)) {
    reportDisconnected(deps, event);
    return 'ignored';
  }
  const { stalePauseMark, subscriptionId } = event;
  if (stalePauseMark !== undefined && subscriptionId !== undefined)
    await deps.payments.resumeCollection(subscriptionId, stalePauseMark);
  const { effect } = await deps.synchronisePlan(uid, {
    customers: [customerId],
    ...(event.isPayers ? {} : { skipIf: (state: BillingState) => agreesWithEvent(state, event) }),
  });
  if (effect !== 'no_account') return effect === 'changed' ? effect : 'handled';
  deps.logger.error(
    { alert: 'event_without_account', event: id, type, uid },
    'event for an account that does not exist: nothing was written',
  );
  return 'no_account';
}

/** Nobody has a plan by it, and somebody may be charged. */
function reportDisconnected(deps: Deps, { uid, formerUid, subscriptionId, customerId }: WebhookEvent): void {
  tellOperator(
    deps,
    'subscription_not_connected',
    { uid: formerUid ?? uid, subscription: subscriptionId, customer: customerId },
    'a subscription does not name an owner whom the site knows, so it gives nobody a plan',
  );
}

/** The event shows only the id of the customer, who owns what does not name its owner. */
async function findPayersOwn(
  { payments }: Pick<Deps, 'payments'>,
  { isPayers, subscriptionId }: WebhookEvent,
): Promise<string | undefined> {
  if (!isPayers || subscriptionId === undefined) return undefined;
  return (await payments.retrieveSubscription(subscriptionId))?.uid;
}
