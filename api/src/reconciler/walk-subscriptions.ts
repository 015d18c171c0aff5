import { isUid } from '@outharbor/contract/user-record';
import { reportMissing } from '../account-deletion/delete-erased-accounts.ts';
import type { StoredPlan } from '../gateways/billing-state.ts';
import type { Subscription } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { decidePlan, matchesStored } from '../subscriptions/decide-plan.ts';
import { collects } from '../subscriptions/end-without-account.ts';
import { resumeSubscription } from '../subscriptions/resume-plan.ts';
import { isTooMany } from '../subscriptions/too-many.ts';
import type { ReconcilerReport } from './reconciler-report.ts';
import type { RecoveryDeps } from './recover-events.ts';
import { repairEach } from './repair-each.ts';
import { reportUnconnected } from './report-unconnected.ts';
import type { WalkOptions } from './walk-accounts.ts';

/** What Stripe, the database and the identity provider know, each read in bulk. */
interface Records {
  readonly subscriptions: ReadonlyMap<string, readonly Subscription[]>;
  readonly plans: ReadonlyMap<string, StoredPlan>;
  /** Everybody who has a subscription or a stored plan. */
  readonly uids: readonly string[];
  readonly accounts: Awaited<ReturnType<RecoveryDeps['identity']['findAccounts']>>;
}

/** A person whose records disagree. */
interface Subject {
  readonly uid: string;
  readonly bought: readonly Subscription[];
  readonly stored: StoredPlan | undefined;
}

/**
 * Compares all subscriptions, stored plans and their accounts, and examines only mismatches. The cost depends on the
 * number of subscribers, not of users.
 */
export async function walkSubscriptions(
  deps: RecoveryDeps,
  options: WalkOptions = {},
): Promise<ReconcilerReport> {
  const { ours: all, unowned } = await deps.payments.listAllSubscriptions();
  const records = await readRecords(deps, all);
  const failures = await followAccounts(deps, records, options);
  const subjects = findMismatches(records);
  const withheld = options.evenMany ? new Set() : await withholdTooMany(deps, records, subjects);
  const { report } = await repairEach(
    deps,
    subjects.filter((subject) => !withheld.has(subject)),
    async ({ uid, bought }) => {
      const customers = bought.map(({ customerId }) => customerId);
      return (await deps.synchronisePlan(uid, { customers, storedIsWrong: true, endsWithoutAccount: true }))
        .effect;
    },
    options.stop,
  );
  await reportUnconnected(deps, all, unowned);
  return { ...report, failures: report.failures + failures, subscriptions: all.length };
}

async function readRecords(
  { ledger, identity }: RecoveryDeps,
  all: readonly Subscription[],
): Promise<Records> {
  const plans = await ledger.readPlans();
  const subscriptions = Map.groupBy(all, ({ uid }) => uid);
  const uids = [...new Set([...subscriptions.keys(), ...plans.keys()])].filter(isUid);
  return { subscriptions, plans, uids, accounts: await identity.findAccounts(uids) };
}

/** Marks what has lost its deployment, and pauses and resumes what disabled accounts bought. Returns how many failed. */
async function followAccounts(
  deps: RecoveryDeps,
  { subscriptions, accounts }: Records,
  { stop, evenMany = false }: WalkOptions,
): Promise<number> {
  const disabledNow = [...accounts].filter(
    ([uid, { disabled }]) => disabled && subscriptions.get(uid)?.some(({ status }) => status !== 'paused'),
  );
  const pausesMany = !evenMany && isTooMany(disabledNow.length, subscriptions.size, false);
  if (pausesMany) {
    tellOperator(
      deps,
      'many_accounts_disabled',
      { count: disabledNow.length, of: subscriptions.size },
      'too many accounts are disabled: no subscription was paused',
    );
  }
  let failures = 0;
  for (const [uid, { disabled }] of accounts) {
    if (stop?.aborted) break;
    try {
      const bought = subscriptions.get(uid) ?? [];
      await claim(deps, bought);
      if (!disabled || !pausesMany) await followDisabling(deps, uid, disabled, bought);
    } catch (err) {
      failures += 1;
      deps.logger.error({ err, uid }, 'could not update a subscription; the next walk will retry');
    }
  }
  return failures;
}

function findMismatches({ subscriptions, plans, uids, accounts }: Records): Subject[] {
  return uids
    .map((uid) => ({ uid, bought: subscriptions.get(uid) ?? [], stored: plans.get(uid) }))
    .filter(({ uid, bought, stored }) =>
      accounts.has(uid) ? !agrees(bought, stored) : stored?.refundDue !== undefined || bought.some(collects),
    );
}

/** Returns the people to leave alone, because so many at once point to a fault, and tells the operator. */
async function withholdTooMany(
  deps: RecoveryDeps,
  { plans, uids, accounts }: Records,
  subjects: readonly Subject[],
): Promise<Set<Subject>> {
  const withheld = new Set<Subject>();
  const missing = subjects.filter(({ uid, bought }) => bought.length > 0 && !accounts.has(uid));
  const isOnly = missing.length === 1 && uids.length === 1;
  if (isTooMany(missing.length, uids.length, isOnly && !(await hasAccounts(deps)))) {
    for (const one of missing) withheld.add(one);
    reportMissing(deps, missing.length, uids.length);
  }
  const losing = subjects.filter(losesPlan);
  const granted = [...plans.values()].filter(({ planType }) => planType !== undefined).length;
  if (isTooMany(losing.length, granted, !(await isExplained(deps, losing)))) {
    for (const one of losing) withheld.add(one);
    tellOperator(
      deps,
      'many_plans_lost',
      { count: losing.length, of: granted },
      'too many plans would end: none was taken away',
    );
  }
  return withheld;
}

function losesPlan({ bought, stored }: Subject): boolean {
  return stored?.planType !== undefined && decidePlan(bought).kept === undefined;
}

/** Whether the provider knows anybody here; if not, the project may be the wrong one. */
async function hasAccounts({ ledger, identity }: RecoveryDeps): Promise<boolean> {
  const recorded = [...(await ledger.readEmails(undefined)).keys()].filter(isUid);
  return (await identity.findAccounts(recorded)).size > 0;
}

/**
 * Whether Stripe still shows what became of the subscription, if only one person would lose the plan. Stripe
 * shows nothing to another deployment or account, nor to the live key of what was bought with the test key.
 */
async function isExplained(
  { payments, logger }: RecoveryDeps,
  [first, ...others]: readonly Subject[],
): Promise<boolean> {
  const stored = first?.stored;
  if (stored?.subscriptionId === undefined || others.length > 0) return true;
  try {
    const account = await payments.account();
    if (stored.account?.endsWith('test') && account.endsWith('live')) return true;
    return (await payments.retrieveSubscription(stored.subscriptionId)) !== undefined;
  } catch (err) {
    // The plan stays in doubt, which must not stop repairs for others.
    logger.error({ err, subscription: stored.subscriptionId }, 'could not look up an ended subscription');
    return false;
  }
}

async function claim({ payments, logger }: RecoveryDeps, bought: readonly Subscription[]): Promise<void> {
  for (const { id, uid } of bought.filter((one) => one.isUnclaimed)) {
    await payments.claimSubscription(id);
    logger.warn({ uid, subscription: id }, 'a subscription that had lost its deployment names it again');
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
  for (const { id, status, pauseMark } of bought) {
    if (disabled && status !== 'paused' && (await deps.payments.pauseCollection(id)) === 'paused') {
      tellOperator(
        deps,
        'disabled_account_paused',
        { uid, subscription: id },
        'the account is disabled: nothing more is collected',
      );
    }
    if (!disabled && pauseMark !== undefined) await resumeSubscription(deps, uid, id);
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
