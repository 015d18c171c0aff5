import { API_PATHS } from '@outharbor/contract/paths';
import type { PlanPrice } from '@outharbor/contract/plans';
import type {
  AccountResponse,
  CreateBillingPortalSessionResponse,
  KeepPlanResponse,
} from '@outharbor/contract/schemas';
import { post } from '../../lib/api-client.ts';
import { idToken } from '../auth/session.ts';
import { redirectTo } from '../checkout/redirect.ts';

const call = async <Answer>(path: string, uid: string, more: object = {}): Promise<Answer> =>
  post<Answer>(path, { customerId: uid, ...more }, await idToken());

export const readOverview = (uid: string) => call<AccountResponse>(API_PATHS.account, uid);
export const keepPlan = (uid: string) => call<KeepPlanResponse>(API_PATHS.keepPlan, uid);
export const exportAccount = (uid: string) => call<unknown>(API_PATHS.exportAccount, uid);
export const endAllSessions = (uid: string) => call<unknown>(API_PATHS.signOutEverywhere, uid);
export const deleteAccount = (uid: string) => call<unknown>(API_PATHS.deleteAccount, uid);

/** Redirects to the portal page that shows the cost of the new plan. */
export async function changePlan(uid: string, plan: PlanPrice): Promise<void> {
  const { url } = await call<CreateBillingPortalSessionResponse>(API_PATHS.createPlanChangeSession, uid, {
    plan,
  });
  await redirectTo(url);
}
