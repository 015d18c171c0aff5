import type { PlanPrice } from '@outharbor/contract/plans';
import type { PortalReturn } from '@outharbor/contract/schemas';
import { callApi } from '../auth/session.ts';
import { redirectTo } from './redirect.ts';

/** Creates a checkout session for the plan with this price and redirects to it. */
export async function startCheckout(plan: PlanPrice, customerId: string): Promise<void> {
  const { session } = await callApi('createCheckoutSession', { plan, customerId });
  await redirectTo(session.url);
}

export async function openBillingPortal(customerId: string, returnTo?: PortalReturn): Promise<void> {
  const body = { customerId, ...(returnTo && { returnTo }) };
  await redirectTo((await callApi('createBillingPortalSession', body)).url);
}
