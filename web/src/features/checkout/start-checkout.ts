import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type {
  CreateBillingPortalSessionResponse,
  CreateCheckoutSessionResponse,
  PortalReturn,
} from '@outharbor/contract/schemas';
import { callApi } from '../auth/session.ts';
import { redirectTo } from './redirect.ts';

/** Creates a checkout session for the plan with this price and redirects to it. */
export async function startCheckout(plan: PlanPrice, customerId: string): Promise<void> {
  const body = { plan, customerId };
  const { session } = await callApi<CreateCheckoutSessionResponse>(API_PATHS.createCheckoutSession, body);
  await redirectTo(session.url);
}

export async function openBillingPortal(customerId: string, returnTo?: PortalReturn): Promise<void> {
  const body = { customerId, ...(returnTo && { returnTo }) };
  const path = API_PATHS.createBillingPortalSession;
  await redirectTo((await callApi<CreateBillingPortalSessionResponse>(path, body)).url);
}
