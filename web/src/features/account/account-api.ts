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

const ask = async <Answer>(path: string, uid: string, more: object = {}): Promise<Answer> =>
  post<Answer>(path, { customerId: uid, ...more }, await idToken());

export const readOverview = (uid: string) => ask<AccountResponse>(API_PATHS.account, uid);
export const keepPlan = (uid: string) => ask<KeepPlanResponse>(API_PATHS.keepPlan, uid);
export const exportAccount = (uid: string) => ask<unknown>(API_PATHS.exportAccount, uid);
export const endAllSessions = (uid: string) => ask<unknown>(API_PATHS.signOutEverywhere, uid);
export const deleteAccount = (uid: string) => ask<unknown>(API_PATHS.deleteAccount, uid);

/** Goes to the page that says what another plan costs. */
export async function changePlan(uid: string, plan: PlanPrice): Promise<void> {
  const { url } = await ask<CreateBillingPortalSessionResponse>(API_PATHS.createPlanChangeSession, uid, {
    plan,
  });
  await redirectTo(url);
}
