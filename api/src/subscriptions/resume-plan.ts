import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-state.ts';

export type ResumeDeps = Pick<Context, 'payments' | 'ledger' | 'logger' | 'synchronisePlan'>;

/** Resumes what was paused while the account was disabled, for a user who is known to be enabled again. */
export async function resumePlan(
  { payments, ledger, logger, synchronisePlan }: ResumeDeps,
  uid: string,
  { paused }: BillingState,
): Promise<BillingState> {
  for (const id of paused?.split(' ') ?? []) {
    if ((await payments.resumeCollection(id)) === 'resumed') {
      logger.info({ uid, subscription: id }, 'the account is enabled again, and so is its subscription');
    }
  }
  await synchronisePlan(uid);
  return ledger.read(uid);
}
