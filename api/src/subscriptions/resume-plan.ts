import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-state.ts';

export type ResumeDeps = Pick<Context, 'payments' | 'ledger' | 'logger' | 'synchronisePlan'>;

/** Resumes what was paused while the account was disabled, for a user who is known to be enabled again. */
export async function resumePlan(
  deps: ResumeDeps,
  uid: string,
  { paused }: BillingState,
): Promise<BillingState> {
  for (const id of paused?.split(' ') ?? []) await resumeSubscription(deps, uid, id);
  await deps.synchronisePlan(uid);
  return deps.ledger.read(uid);
}

/** No effect if it is not paused, or the operator paused it. */
export async function resumeSubscription(
  { payments, logger }: Pick<ResumeDeps, 'payments' | 'logger'>,
  uid: string,
  id: string,
): Promise<void> {
  if ((await payments.resumeCollection(id)) === 'unchanged') return;
  logger.info({ uid, subscription: id }, 'the account is enabled again, and so is its subscription');
}
