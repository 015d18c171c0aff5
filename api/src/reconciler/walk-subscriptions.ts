import { isUid } from '@outharbor/contract/schemas';
import type { StoredPlan } from '../gateways/billing-ledger.ts';
import type { Subscription } from '../gateways/payment-gateway.ts';
import { canCharge, decidePlan, matchesStored } from '../subscriptions/decide-plan.ts';
import type { ReconcilerReport } from './reconciler-report.ts';
import type { RecoveryDeps } from './recover-events.ts';
import { repairEach } from './repair-each.ts';

/**
 * Compares all subscriptions, stored plans and their accounts, each read in bulk, and examines only
 * mismatches. The cost depends on the number of subscribers, not of users.
 */
export async function walkSubscriptions(deps: RecoveryDeps, stop?: AbortSignal): Promise<ReconcilerReport> {
  const subscriptions = await deps.payments.listAllSubscriptions();
  const plans = await deps.ledger.readPlans();
  const byUid = Map.groupBy(subscriptions, ({ uid }) => uid);
  const uids = [...new Set([...byUid.keys(), ...plans.keys()])].filter(isUid);
  const accounts = await deps.identity.findAccounts(uids);

  const subjects = uids
    .map((uid) => ({ uid, bought: byUid.get(uid) ?? [], stored: plans.get(uid) }))
    .filter(({ uid, bought, stored }) =>
      accounts.has(uid)
        ? !agrees(bought, stored)
        : bought.some((one) => canCharge(one) && one.endsAt === undefined),
    );
  const { report } = await repairEach(
    deps,
    subjects,
    async ({ uid, bought }) => {
      const customers = bought.map(({ customerId }) => customerId);
      return (await deps.synchronisePlan(uid, { customers, storedIsWrong: true })).effect;
    },
    stop,
  );
  return { ...report, subscriptions: subscriptions.length };
}

function agrees(bought: readonly Subscription[], stored: StoredPlan | undefined): boolean {
  const { kept, surplus } = decidePlan(bought);
  return (
    surplus.length === 0 &&
    stored?.refundDue === undefined &&
    matchesStored(kept, stored) &&
    stored?.shown === kept?.plan &&
    (kept === undefined || stored?.subscriptionId === kept.id)
  );
}
