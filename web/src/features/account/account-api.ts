import type { PlanPrice } from '@outharbor/contract/plans';
import type { PlanChangeCost } from '@outharbor/contract/schemas';
import { callApi } from '../auth/session.ts';
import { redirectTo } from '../checkout/redirect.ts';

export const readOverview = (customerId: string) => callApi('account', { customerId });
export const keepPlan = (customerId: string) => callApi('keepPlan', { customerId });
export const exportAccount = (customerId: string) => callApi('exportAccount', { customerId });
export const endAllSessions = (customerId: string) => callApi('signOutEverywhere', { customerId });
export const deleteAccount = (customerId: string) => callApi('deleteAccount', { customerId });

/** Redirects to the portal page that shows the cost, or returns the cost to agree to. Undefined once it is changed. */
export async function changePlan(
  customerId: string,
  plan: PlanPrice,
  agreed?: PlanChangeCost,
): Promise<PlanChangeCost | undefined> {
  const body = { customerId, plan, ...(agreed && { agreed }) };
  const { url, cost } = await callApi('createPlanChangeSession', body);
  if (url !== undefined) await redirectTo(url);
  return cost;
}
