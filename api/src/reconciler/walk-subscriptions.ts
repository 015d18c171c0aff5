import { isUid } from '@outharbor/contract/user-record';
import { reportMissing } from '../account-deletion/delete-erased-accounts.ts';
import type { StoredPlan } from '../gateways/billing-state.ts';
import type { Subscription } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { canCharge, decidePlan, matchesStored } from '../subscriptions/decide-plan.ts';
import { isTooMany } from '../subscriptions/too-many.ts';
import type { ReconcilerReport } from './reconciler-report.ts';
import type { RecoveryDeps } from './recover-events.ts';
import { repairEach } from './repair-each.ts';
import type { WalkOptions } from './walk-accounts.ts';

/**
 * Compares all subscriptions, stored plans and their accounts, each read in bulk, and examines only
 * mismatches. The cost depends on the number of subscribers, not of users.
 */
export async function walkSubscriptions(
  deps: RecoveryDeps,
  { stop, evenMany = false }: WalkOptions = {},
): Promise<ReconcilerReport> {
  const subscriptions = await deps.payments.listAllSubscriptions();
  const plans = await deps.ledger.readPlans();
  const byUid = Map.groupBy(subscriptions, ({ uid }) => uid);
  const uids = [...new Set([...byUid.keys(), ...plans.keys()])].filter(isUid);
  const accounts = await deps.identity.findAccounts(uids);
  const disabledNow = [...accounts].filter(
    ([uid, { disabled }]) => disabled && byUid.get(uid)?.some(({ status }) => status !== 'paused'),
  );
  const pausesMany = !evenMany && isTooMany(disabledNow.length, byUid.size, false);
  if (pausesMany) {
    tellOperator(
      deps,
      'many_accounts_disabled',
      { count: disabledNow.length, of: byUid.size },
      'too many accounts are disabled: no subscription was paused',
    );
  }
  let failures = 0;
  for (const [uid, { disabled }] of accounts) {
    if (stop?.aborted) break;
    try {
      const bought = byUid.get(uid) ?? [];
      await claim(deps, bought);
      if (!disabled || !pausesMany) await followDisabling(deps, uid, disabled, bought);
    } catch (err) {
      failures += 1;
      deps.logger.error({ err, uid }, 'could not update a subscription; the next walk will retry');
    }
  }

  const subjects = uids
    .map((uid) => ({ uid, bought: byUid.get(uid) ?? [], stored: plans.get(uid) }))
    .filter(({ uid, bought, stored }) =>
      accounts.has(uid)
        ? !agrees(bought, stored)
        : stored?.refundDue !== undefined || bought.some((one) => canCharge(one) && one.endsAt === undefined),
    );
  const withheld = new Set<(typeof subjects)[number]>();
  const missing = subjects.filter(({ uid, bought }) => bought.length > 0 && !accounts.has(uid));
  const isOnly = missing.length === 1 && uids.length === 1;
  if (!evenMany && isTooMany(missing.length, uids.length, isOnly && !(await hasAccounts(deps)))) {
    for (const one of missing) withheld.add(one);
    reportMissing(deps, missing.length, uids.length);
  }
  const losing = subjects.filter(losesPlan);
  const granted = [...plans.values()].filter(({ planType }) => planType !== undefined).length;
  if (!evenMany && isTooMany(losing.length, granted, !(await isExplained(deps, losing)))) {
    for (const one of losing) withheld.add(one);
    tellOperator(
      deps,
      'many_plans_lost',
      { count: losing.length, of: granted },
      'too many plans would end: none was taken away',
    );
  }
  const { report } = await repairEach(
    deps,
    subjects.filter((subject) => !withheld.has(subject)),
    async ({ uid, bought }) => {
      const customers = bought.map(({ customerId }) => customerId);
      return (await deps.synchronisePlan(uid, { customers, storedIsWrong: true, endsWithoutAccount: true }))
        .effect;
    },
    stop,
  );
  return { ...report, failures: report.failures + failures, subscriptions: subscriptions.length };
}

interface Plan {
  readonly bought: readonly Subscription[];
  readonly stored: StoredPlan | undefined;
}

function losesPlan({ bought, stored }: Plan): boolean {
  return stored?.planType !== undefined && decidePlan(bought).kept === undefined;
}

/** Otherwise another project might be asked. */
async function hasAccounts({ ledger, identity }: RecoveryDeps): Promise<boolean> {
  const recorded = [...(await ledger.readEmails(undefined)).keys()].filter(isUid);
  return (await identity.findAccounts(recorded)).size > 0;
}

/**
 * Whether the provider still shows what became of the only one's subscription. To another deployment or account it shows
 * nothing, and neither to the live key for what was bought with the test key.
 */
async function isExplained(
  { payments, logger }: RecoveryDeps,
  [first, ...others]: readonly Plan[],
): Promise<boolean> {
  const stored = first?.stored;
  if (stored?.subscriptionId === undefined || others.length > 0) return true;
  try {
    const account = await payments.account();
    if (stored.account?.endsWith('test') && account.endsWith('live')) return true;
    return (await payments.retrieveSubscription(stored.subscriptionId)) !== undefined;
  } catch (err) {
    // It stays in doubt, which must not stop what is repaired for others.
    logger.error({ err, subscription: stored.subscriptionId }, 'could not look up an ended subscription');
    return false;
  }
}

async function claim({ payments, logger }: RecoveryDeps, bought: readonly Subscription[]): Promise<void> {
  for (const { id, uid } of bought.filter((one) => one.isUnclaimed)) {
    await payments.claimSubscription(id);
    logger.warn({ uid, subscription: id }, 'a subscription of an earlier release now names this deployment');
  }
}

/**
 * The owner of a disabled account can neither use the plan nor cancel it, so nothing is collected until the account is
 * enabled again.
 */
async function followDisabling(
  deps: RecoveryDeps,
  uid: string,
  disabled: boolean,
  bought: readonly Subscription[],
): Promise<void> {
  for (const { id, status } of bought) {
    if (disabled && status !== 'paused' && (await deps.payments.pauseCollection(id)) === 'paused') {
      tellOperator(
        deps,
        'disabled_account_paused',
        { uid, subscription: id },
        'the account is disabled: nothing more is collected',
      );
    }
    if (!disabled && status === 'paused' && (await deps.payments.resumeCollection(id)) === 'resumed') {
      deps.logger.info({ uid, subscription: id }, 'the account is enabled again, and so is its subscription');
    }
  }
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
