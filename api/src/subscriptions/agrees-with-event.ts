import type { BillingState } from '../gateways/billing-ledger.ts';
import type { WebhookEvent } from '../gateways/payment-gateway.ts';
import { decidePlan, hasStanding } from './decide-plan.ts';

/**
 * Whether the stored state already matches an event, so that the provider need not be queried. An outdated
 * event does not match, which costs one query and changes nothing.
 */
export function agreesWithEvent(state: BillingState, event: WebhookEvent): boolean {
  const { subscriptionId, subscription, type } = event;
  const isTheOne = subscriptionId !== undefined && state.subscriptionId === subscriptionId;
  if (type.startsWith('customer.subscription.')) {
    const { kept, surplus } = decidePlan(subscription === undefined ? [] : [subscription]);
    if (surplus.length > 0) return false;
    return kept === undefined ? !isTheOne : isTheOne && hasStanding(kept, state);
  }
  return isTheOne && state.planType !== undefined;
}
