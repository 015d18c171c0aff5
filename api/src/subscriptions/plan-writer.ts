import type { Context, PlanOutcome, SynchronisePlan, SyncOptions } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import { type BillingChange, type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { Identity } from '../gateways/identity.ts';
import type { Subscription } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { changeBilling, type Work } from './billing-record.ts';
import { decidePlan, isPastDue, owesRefund, type PlanDecision, pausedIn } from './decide-plan.ts';
import { endWithoutAccount } from './end-without-account.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { expireOpenSessions, findEveryCustomer, readDue, readSubscriptions } from './read-payments.ts';
import { retireDuplicates } from './retire-duplicates.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger' | 'metrics'>;

/** The only writer of plans. */
export function createPlanWriter(deps: Deps): SynchronisePlan {
  const serialised = oneAtATime((uid, options: SyncOptions) => synchronise(deps, uid, options));
  // A view is current now but would be outdated after waiting its turn.
  return (uid, options = {}) =>
    options.view === undefined ? serialised(uid, options) : synchronise(deps, uid, options);
}

async function synchronise(deps: Deps, uid: string, options: SyncOptions): Promise<PlanOutcome> {
  const { before, after, result } = await changeBilling(
    deps.ledger,
    uid,
    (state) => findPlan(deps, uid, state, options),
    { first: options.view?.state },
  );
  const { planType, subscriptionId } = after;
  if (result === 'unchanged') return { planType, subscriptionId, effect: 'nothing' };
  if ('withoutAccount' in result) {
    return withoutAccount(deps, uid, before, result.withoutAccount, options);
  }
  reportChange(deps, uid, before, after, result);
  if (result.surplus.length > 0 || after.refundDue) await settleDuplicates(deps, uid, after, result);
  const changed =
    options.storedIsWrong ||
    result.surplus.length > 0 ||
    before.planType !== planType ||
    before.subscriptionId !== subscriptionId ||
    before.endsAt !== after.endsAt ||
    before.pastDue !== after.pastDue;
  return { planType, subscriptionId, effect: changed ? 'changed' : 'nothing' };
}

async function withoutAccount(
  deps: Deps,
  uid: string,
  before: BillingState,
  subscriptions: readonly Subscription[],
  { endsWithoutAccount }: SyncOptions,
): Promise<PlanOutcome> {
  // The account may have been deleted since the state was read; a deletion ends the subscriptions itself.
  const state = deletionStarted(before) ? before : await deps.ledger.read(uid);
  const mayEnd =
    state.deletedAt !== undefined || (endsWithoutAccount && state.deletionStartedAt === undefined);
  if (mayEnd) await endWithoutAccount(deps, uid, subscriptions);
  await settleRefundDue(deps, uid, state);
  // Events about a deleted account are expected.
  return {
    planType: undefined,
    subscriptionId: undefined,
    effect: deletionStarted(state) ? 'nothing' : 'no_account',
  };
}

/** What was owed to a person when they left is owed until it is paid. */
async function settleRefundDue(
  deps: Deps,
  uid: string,
  { deletedAt, refundDue }: BillingState,
): Promise<void> {
  if (deletedAt === undefined || refundDue === undefined) return;
  const due = await readDue(deps, uid, refundDue, []);
  const rejected = await retireDuplicates(deps, uid, undefined, due);
  if (rejected === refundDue) return;
  await changeBilling(deps.ledger, uid, async () => ({
    change: { deletedAt, refundDue: rejected },
    result: undefined,
  }));
}

type Finding = 'unchanged' | PlanDecision | { readonly withoutAccount: readonly Subscription[] };

async function findPlan(
  deps: Deps,
  uid: string,
  state: BillingState,
  options: SyncOptions,
): Promise<Work<Finding>> {
  const person = deletionStarted(state)
    ? undefined
    : (options.view?.user ?? (await findPerson(deps, uid, state)));
  // Written even though unchanged, so that a writer that queried the provider earlier cannot commit.
  if (person !== undefined && options.skipIf?.(state)) return { change: {}, result: 'unchanged' };
  const view = options.view?.state === state ? options.view : undefined;
  const account = await deps.payments.account();
  const stored = state.account === account ? state.customerId : undefined;
  const named = [stored, ...(options.customers ?? []), view?.customerId];
  const known = [...new Set(named.filter((customer) => customer !== undefined))];
  const seen = await readSubscriptions(deps, uid, known, view);
  if (person === undefined) return { result: { withoutAccount: seen } };

  const mayBeLoss = state.planType !== undefined || known.length === 0;
  const { customers, subscriptions } =
    mayBeLoss && decidePlan(seen).kept === undefined
      ? await withOtherCustomers(deps, person, known, seen)
      : { customers: known, subscriptions: seen };
  const due = await readDue(deps, uid, state.refundDue, subscriptions);
  const decision = decidePlan([...subscriptions, ...due]);
  const { kept } = decision;
  const isNew = kept !== undefined && state.planType === undefined;
  // The plan was bought in a session other than the stored one, which might still be paid.
  if (isNew && (kept.attempt === undefined || kept.attempt !== state.attempt)) {
    await expireOpenSessions(deps, uid, customers);
  }
  const customerId = kept?.customerId ?? stored ?? customers[0] ?? null;
  const change = {
    customerId,
    account: customerId && account,
    planType: kept?.plan ?? null,
    subscriptionId: kept?.id ?? null,
    endsAt: kept?.endsAt ?? null,
    pastDue: kept && isPastDue(kept) ? (true as const) : null,
    paused: pausedIn(subscriptions) ?? null,
  };
  return view !== undefined && isStored(state, change) ? { result: decision } : { change, result: decision };
}

/** While Firebase is unavailable, a known user is assumed to exist, so that paid plans are still granted. */
async function findPerson(
  { identity, logger }: Deps,
  uid: string,
  { revision }: BillingState,
): Promise<Identity | undefined> {
  try {
    return (await identity.findAccounts([uid])).get(uid);
  } catch (err) {
    if (revision === 0 || !isAppError(err, 'dependency_unavailable')) throw err;
    logger.warn({ err, uid }, 'could not look up an account; assuming that it exists');
    return { uid, email: undefined, name: undefined };
  }
}

async function withOtherCustomers(
  deps: Deps,
  person: Identity,
  known: readonly string[],
  seen: readonly Subscription[],
) {
  const found = await findEveryCustomer(deps, person.uid, { person });
  const more = found.filter((customer) => !known.includes(customer));
  const subscriptions = [...seen, ...(await readSubscriptions(deps, person.uid, more))];
  return { customers: [...known, ...more], subscriptions };
}

function isStored(state: BillingState, change: BillingChange): boolean {
  const stored = new Map<string, unknown>(Object.entries(state));
  return Object.entries(change).every(([key, value]) => (stored.get(key) ?? null) === value);
}

/** A rejected refund stays due. Called after the plan was written, which a failed refund must not block. */
export async function settleDuplicates(
  deps: Deps,
  uid: string,
  { refundDue }: BillingState,
  { kept, surplus }: PlanDecision,
): Promise<void> {
  const write = (due: string | undefined) =>
    changeBilling(deps.ledger, uid, async () => ({ change: { refundDue: due ?? null }, result: undefined }));
  // They are noted first, so that a refund that is interrupted is made later, however late the next pass is.
  const owed = surplus.filter(isOwed).map(({ id }) => id);
  const noted = owed.length > 0 ? owed.join(' ') : refundDue;
  if (noted !== refundDue) await write(noted);
  const due = await retireDuplicates(deps, uid, kept?.id, surplus);
  if (due !== noted) await write(due);
}

const isOwed = (one: Subscription) => (one.duplicateOf === undefined ? owesRefund(one) : !one.refunded);

function reportChange(
  deps: Deps,
  uid: string,
  before: BillingState,
  after: BillingState,
  { kept, leftToOperator }: PlanDecision,
): void {
  // It ended neither: the operator made one of them on purpose, and may have meant to end the other.
  for (const { id } of leftToOperator) {
    tellOperator(
      deps,
      'second_subscription_by_hand',
      { uid, kept: kept?.id, subscription: id },
      'a person is charged by two subscriptions',
    );
  }
  if (before.planType === after.planType) return;
  const change = { from: before.planType ?? 'none', to: after.planType ?? 'none' };
  deps.metrics.planChanges.inc(change);
  deps.logger.info({ uid, ...change, subscription: after.subscriptionId }, 'plan changed');
}
