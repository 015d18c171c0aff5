import type { BillingState } from '../gateways/billing-ledger.ts';
import type { WebhookEvent } from '../gateways/payments.ts';
import { decidePlan, matchesStored } from './decide-plan.ts';

/**
 * Whether the stored state already matches an event, so that the provider need not be queried. An outdated
 * event does not match, which costs one query and changes nothing.
 */
export function agreesWithEvent(state: BillingState, event: WebhookEvent): boolean {
  const { subscriptionId, subscription, type } = event;
  const isCurrent = subscriptionId !== undefined && state.subscriptionId === subscriptionId;
  if (type.startsWith('customer.subscription.')) {
    const { kept, surplus } = decidePlan(subscription === undefined ? [] : [subscription]);
    if (surplus.length > 0) return false;
    return kept === undefined ? !isCurrent : isCurrent && matchesStored(kept, state);
  }
  return isCurrent && state.planType !== undefined;
}
