import type { PlanPrice } from '@outharbor/contract/plans';
import type { PortalReturn } from '@outharbor/contract/schemas';
import { createBillingPortalSession, createCheckoutSession } from '../../lib/api-client.ts';
import { idToken } from '../auth/session.ts';
import { redirectTo } from './redirect.ts';

/** Creates a checkout session for the plan with this price and redirects to it. */
export async function startCheckout(price: PlanPrice, uid: string): Promise<void> {
  const { session } = await createCheckoutSession({ plan: price, customerId: uid }, await idToken());
  await redirectTo(session.url);
}

export async function openBillingPortal(uid: string, returnTo?: PortalReturn): Promise<void> {
  const body = { customerId: uid, ...(returnTo && { returnTo }) };
  const { url } = await createBillingPortalSession(body, await idToken());
  await redirectTo(url);
}
