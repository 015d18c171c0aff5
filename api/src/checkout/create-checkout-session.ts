import { randomUUID } from 'node:crypto';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { PlanName } from '@outharbor/contract/plans';
import { isUid } from '@outharbor/contract/user-record';
import { removeCustomer } from '../account-deletion/delete-user.ts';
import type { Context } from '../context.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { SignedIn } from '../gateways/identity.ts';
import type { CheckoutSession, OpenCheckoutSession } from '../gateways/payments.ts';
import { type AccountDeps, changeBilling, readAccount, type Work } from '../subscriptions/billing-record.ts';
import { canCharge, decidePlan } from '../subscriptions/decide-plan.ts';
import {
  expireOpenSessions,
  findCustomers,
  type Payments,
  readPayments,
} from '../subscriptions/read-payments.ts';

type Deps = AccountDeps & Pick<Context, 'config' | 'metrics'>;

interface CheckoutRequest {
  readonly user: SignedIn;
  readonly plan: PlanName;
}

/** A request, and the customers for whom it may have made something at the provider. */
interface Call extends CheckoutRequest {
  readonly used: Set<string>;
}

/** One attempt to open a session. */
interface Round {
  readonly work: Work<OpenCheckoutSession> | 'retry';
  /** A customer that an earlier call created, and that neither the ledger nor the search has yet. */
  readonly found?: string;
  /** A customer that was deleted at the provider, though the ledger or the search still has it. */
  readonly missing?: string;
}

const RETRY: Round = { work: 'retry' };
const MAX_ROUNDS = 4;
/** The rounds that are left to a call that has waited in vain. */
const AFTER_WAITING = 2;
const MIN_REMAINING_SECONDS = 600;

/** Ensures that nobody pays twice (docs/decisions/0095). */
export async function createCheckoutSession(
  deps: Deps,
  request: CheckoutRequest,
): Promise<OpenCheckoutSession> {
  const rounds: Round[] = [];
  const call: Call = { ...request, used: new Set() };
  const { uid } = request.user;
  const first = await readAccount(deps, request.user);
  try {
    const { result } = await changeBilling(
      deps.ledger,
      uid,
      async (state) => {
        const round = await openCheckout(deps, call, state, rounds);
        rounds.push(round);
        if (round.found !== undefined) call.used.add(round.found);
        return round.work;
      },
      { first, rounds: MAX_ROUNDS + AFTER_WAITING, exhausted: 'checkout_in_progress' },
    );
    return result;
  } catch (error) {
    await discardIfDeleted(deps, call);
    throw error;
  }
}

/** The deletion may have looked for customers and open sessions before this call made them. */
async function discardIfDeleted(deps: Deps, { user: { uid }, used }: Call): Promise<void> {
  if (used.size === 0 || !deletionStarted(await deps.ledger.read(uid))) return;
  await expireOpenSessions(deps, uid, [...used]);
  for (const customer of used) await removeCustomer(deps, uid, customer);
}

async function openCheckout(
  deps: Deps,
  call: Call,
  state: BillingState,
  earlier: readonly Round[],
): Promise<Round> {
  // Another tab has deleted the account in the meantime.
  if (deletionStarted(state)) throw new AppError('unauthenticated');
  const { user } = call;
  const missing = new Set(earlier.map((round) => round.missing));
  const [price, known] = await Promise.all([
    deps.payments.findPrice(call.plan),
    findCustomers(deps, state, user, missing),
  ]);
  const found = earlier.flatMap((round) => round.found ?? []);
  const customers = [...new Set([...known, ...found.filter((customer) => !missing.has(customer))])];
  const seen = await readPayments(deps, user.uid, customers, state);
  const isSubscriber = decidePlan(seen.subscriptions).kept !== undefined;
  if (isSubscriber || state.planType !== undefined) {
    await correctPlan(deps, user, state, customers, seen);
    return RETRY;
  }

  if (await isChargedForNobody(deps, user.uid, seen)) throw new AppError('plan_managed');
  const open = seen.sessions.filter(({ status }) => status === 'open');
  const reusable = open.find((session) => canBeReused(session, customers, price));
  const others = open.filter((session) => session !== reusable);
  const expired = await Promise.all(others.map(({ id }) => deps.payments.expireCheckoutSession(id)));
  if (expired.includes('not_open')) return RETRY;
  if (reusable?.url !== undefined) {
    return { work: await storeSession(deps, state, reusable, { id: reusable.id, url: reusable.url }) };
  }

  return openNewSession(deps, call, state, { customers, missing, price, round: earlier.length + 1 });
}

/** Whether a subscription of these customers names somebody who has no account: it may be the person's. */
async function isChargedForNobody(
  { identity }: Pick<Deps, 'identity'>,
  uid: string,
  { others }: Payments,
): Promise<boolean> {
  const owners = others.filter(canCharge).map((one) => one.uid);
  if (owners.length === 0) return false;
  const accounts = await identity.findAccounts(owners.filter(isUid));
  return owners.some((owner) => owner !== uid && !accounts.has(owner));
}

/** Rejects a subscriber, and corrects a plan that ended without the ledger being updated. */
async function correctPlan(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  customers: readonly string[],
  { subscriptions }: Payments,
): Promise<void> {
  const [customerId] = customers;
  const { planType } = await deps.synchronisePlan(
    user.uid,
    customers.length === 1 ? { view: { user, state, customerId, subscriptions } } : { customers },
  );
  if (planType !== undefined) throw new AppError('plan_already_active');
}

function canBeReused(
  { customerId = '', price, url, secondsLeft }: CheckoutSession,
  customers: readonly string[],
  currentPrice: string,
): boolean {
  const isCurrent = customers.includes(customerId) && price === currentPrice && url !== undefined;
  return isCurrent && secondsLeft > MIN_REMAINING_SECONDS;
}

interface NewSessionInput {
  readonly customers: readonly string[];
  readonly missing: ReadonlySet<string | undefined>;
  readonly price: string;
  readonly round: number;
}

async function openNewSession(
  deps: Deps,
  { user, plan, used }: Call,
  state: BillingState,
  input: NewSessionInput,
): Promise<Round> {
  const { customers, price } = input;
  const customerId = customers[0] ?? (await createCustomer(deps, user, state, input));
  if (typeof customerId !== 'string') return customerId;
  used.add(customerId);
  const attempt = randomUUID();
  const { publicUrl } = deps.config;
  const session = await deps.payments.createCheckoutSession({
    uid: user.uid,
    customerId,
    plan,
    price,
    attempt,
    // Stripe replaces the literal placeholder, so it must not be percent-encoded.
    successUrl: `${publicUrl}${SITE_PATHS.success}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}${SITE_PATHS.cancel}`,
  });
  if (session === 'customer_missing') {
    await bumpRevision(deps, user, state);
    return { ...RETRY, missing: customerId };
  }
  const stored = { id: session.id, customerId, attempt };
  return { work: await storeSession(deps, state, stored, session) };
}

/** Concurrent calls have read the same revision and so create one customer. */
async function createCustomer(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  { missing, round }: NewSessionInput,
): Promise<string | Round> {
  const { uid, email, name } = user;
  try {
    const made = await deps.payments.createCustomer({ uid, email, name, key: `${uid}-${state.revision}` });
    if (typeof made === 'object') {
      if (made.isNew) return made.id;
      // After a restored backup a revision comes again, and with it the customer that was made for it.
      if (missing.has(made.id)) await bumpRevision(deps, user, state);
      return { ...RETRY, found: made.id };
    }
    // Waits for the call that is creating it, unless that has ended without storing it.
    if (made === 'failed_before' || round >= MAX_ROUNDS) await bumpRevision(deps, user, state);
    if (made === 'in_progress' && round >= MAX_ROUNDS) throw new AppError('checkout_in_progress');
    return RETRY;
  } catch (error) {
    if (isAppError(error, 'dependency_unavailable')) await bumpRevision(deps, user, state);
    throw error;
  }
}

/** A retry needs a new revision: the provider replays the first response to a key for a day. */
async function bumpRevision({ ledger }: Deps, { uid }: SignedIn, state: BillingState): Promise<void> {
  await ledger.commit(uid, state, {});
}

async function storeSession(
  { payments }: Deps,
  state: BillingState,
  { id, customerId, attempt }: Pick<CheckoutSession, 'id' | 'customerId' | 'attempt'>,
  result: OpenCheckoutSession,
): Promise<Work<OpenCheckoutSession>> {
  if (state.sessionId === id && state.customerId === customerId && state.attempt === attempt)
    return { result };
  const account = await payments.account();
  return {
    change: { sessionId: id, attempt: attempt ?? null, customerId: customerId ?? null, account },
    result,
  };
}
