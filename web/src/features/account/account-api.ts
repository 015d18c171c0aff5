import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type {
  AccountResponse,
  CreatePlanChangeSessionResponse,
  KeepPlanResponse,
  PlanChangeCost,
} from '@outharbor/contract/schemas';
import { callApi } from '../auth/session.ts';
import { redirectTo } from '../checkout/redirect.ts';

const call = <Answer>(path: string, customerId: string, more: object = {}): Promise<Answer> =>
  callApi<Answer>(path, { customerId, ...more });

export const readOverview = (uid: string) => call<AccountResponse>(API_PATHS.account, uid);
export const keepPlan = (uid: string) => call<KeepPlanResponse>(API_PATHS.keepPlan, uid);
export const exportAccount = (uid: string) => call<unknown>(API_PATHS.exportAccount, uid);
export const endAllSessions = (uid: string) => call<unknown>(API_PATHS.signOutEverywhere, uid);
export const deleteAccount = (uid: string) => call<unknown>(API_PATHS.deleteAccount, uid);

/** Redirects to the portal page that shows the cost, or returns the cost to agree to. Undefined once it is changed. */
export async function changePlan(
  uid: string,
  plan: PlanPrice,
  agreed?: PlanChangeCost,
): Promise<PlanChangeCost | undefined> {
  const { url, cost } = await call<CreatePlanChangeSessionResponse>(API_PATHS.createPlanChangeSession, uid, {
    plan,
    ...(agreed && { agreed }),
  });
  if (url !== undefined) await redirectTo(url);
  return cost;
}
