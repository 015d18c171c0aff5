import { randomUUID } from 'node:crypto';
import type { PlanName } from '@outharbor/contract/plans';
import type { Context } from '../context.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { type BillingState, isGone } from '../gateways/billing-ledger.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';
import type { CheckoutSession, OpenCheckoutSession } from '../gateways/payment-gateway.ts';
import { changeBilling, type Work } from '../subscriptions/change-billing.ts';
import { decidePlan } from '../subscriptions/decide-plan.ts';
import { customersOf } from '../subscriptions/known-customers.ts';
import { readAccount } from '../subscriptions/read-account.ts';
import { checkoutAddresses } from './checkout-addresses.ts';
import { type Payments, paymentsOf } from './payments-of.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'ledger' | 'identity' | 'synchronisePlan'>;

interface CheckoutRequest {
  readonly user: SignedIn;
  readonly plan: PlanName;
}

type Round = Work<OpenCheckoutSession> | 'again';

/** What a request finds out about customers, and needs in its next round. */
interface Findings {
  readonly missing: Set<string>;
  /** Made by an earlier call, of which neither ledger nor search knows yet. */
  readonly made: Set<string>;
  conflicts: number;
}

const MAX_ROUNDS = 4;
/** A session that is about to expire is not given again. */
const SHORTEST_SECONDS = 600;

/**
 * Opens a checkout for a user without a plan, or gives the open one of that plan again. What keeps a person from
 * paying twice: every other open session is expired, and an address leaves the API only if the user's record is
 * still the one that was read before the provider was asked (docs/decisions/0095).
 */
export async function createCheckoutSession(
  deps: Deps,
  request: CheckoutRequest,
): Promise<OpenCheckoutSession> {
  const findings: Findings = { missing: new Set(), made: new Set(), conflicts: 0 };
  const { result } = await changeBilling(
    deps.ledger,
    request.user.uid,
    (state) => openCheckout(deps, request, state, findings),
    { first: await readAccount(deps, request.user), rounds: MAX_ROUNDS, exhausted: 'checkout_in_progress' },
  );
  return result;
}

async function openCheckout(
  deps: Deps,
  request: CheckoutRequest,
  state: BillingState,
  findings: Findings,
): Promise<Round> {
  // Asked to leave in another tab while this checkout was prepared.
  if (isGone(state)) throw new AppError('unauthenticated');
  const pricing = deps.payments.priceOf(request.plan);
  // Waited for below; until then its failure is not a stray one.
  pricing.catch(() => undefined);
  const known = await customersOf(deps, state, request.user.uid, findings.missing);
  const customers = [...new Set([...known, ...findings.made])];
  const seen = await paymentsOf(deps, customers, state);
  if (await planHasChanged(deps, request.user, state, customers, seen)) return 'again';

  const price = await pricing;
  const open = seen.sessions.filter(({ status }) => status === 'open');
  const reusable = open.find((session) => canBeGivenAgain(session, customers, price));
  const others = open.filter((session) => session !== reusable);
  const expired = await Promise.all(others.map(({ id }) => deps.payments.expireCheckoutSession(id)));
  // Somebody has paid it, or expired it, in this moment.
  if (expired.includes('not_open')) return 'again';
  if (reusable?.url !== undefined) {
    return remember(deps, state, reusable, { id: reusable.id, url: reusable.url });
  }
  return openNew(deps, request, state, { customers, findings, price });
}

/** Refuses a subscriber, and puts a plan right that ended unnoticed. */
async function planHasChanged(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  customers: readonly string[],
  { subscriptions }: Payments,
): Promise<boolean> {
  const isSubscriber = decidePlan(subscriptions).kept !== undefined;
  if (!isSubscriber && state.planType === undefined) return false;
  const [customerId] = customers;
  const { planType } = await deps.synchronisePlan(
    user.uid,
    customers.length === 1 ? { view: { user, state, customerId, subscriptions } } : { customers },
  );
  if (planType !== undefined) throw new AppError('plan_already_active');
  return true;
}

function canBeGivenAgain(
  { customerId = '', price, url, expiresAt }: CheckoutSession,
  customers: readonly string[],
  wanted: string,
): boolean {
  const isCurrent = customers.includes(customerId) && price === wanted && url !== undefined;
  return isCurrent && expiresAt - Date.now() / 1000 > SHORTEST_SECONDS;
}

interface Means {
  readonly customers: readonly string[];
  readonly findings: Findings;
  readonly price: string;
}

async function openNew(
  deps: Deps,
  { user, plan }: CheckoutRequest,
  state: BillingState,
  { customers, findings, price }: Means,
): Promise<Round> {
  const customerId = customers[0] ?? (await newCustomer(deps, user, state, findings));
  if (customerId === undefined) return 'again';
  const attempt = randomUUID();
  const session = await deps.payments.createCheckoutSession({
    uid: user.uid,
    customerId,
    plan,
    price,
    attempt,
    ...checkoutAddresses(deps.config.publicUrl),
  });
  if (session === 'customer_missing') {
    findings.missing.add(customerId);
    findings.made.delete(customerId);
    await moveOn(deps, user, state);
    return 'again';
  }
  return remember(deps, state, { id: session.id, customerId, attempt }, session);
}

/** Calls that race have read the same revision, and so make one customer. Undefined where another round is needed. */
async function newCustomer(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  findings: Findings,
): Promise<string | undefined> {
  const { uid, email, name } = user;
  try {
    const made = await deps.payments.createCustomer({ uid, email, name, key: `${uid}-${state.revision}` });
    if (made === 'failed_before') await moveOn(deps, user, state);
    else if (made === 'in_progress') await yieldTo(deps, user, state, findings);
    else if (made.isNew) return made.id;
    else findings.made.add(made.id);
    return undefined;
  } catch (error) {
    if (isAppError(error, 'dependency_unavailable')) await moveOn(deps, user, state);
    throw error;
  }
}

/** To the call that has made the customer, unless that one has ended without storing it. */
async function yieldTo(deps: Deps, user: SignedIn, state: BillingState, findings: Findings): Promise<void> {
  findings.conflicts += 1;
  if (findings.conflicts === MAX_ROUNDS) await moveOn(deps, user, state);
}

/** The provider repeats the first answer of a key for a day, so the next try needs another revision. */
async function moveOn({ ledger }: Deps, { uid }: SignedIn, state: BillingState): Promise<void> {
  await ledger.commit(uid, state, {});
}

async function remember(
  { payments }: Deps,
  state: BillingState,
  { id, customerId, attempt }: Pick<CheckoutSession, 'id' | 'customerId' | 'attempt'>,
  result: OpenCheckoutSession,
): Promise<Round> {
  if (state.sessionId === id && state.customerId === customerId && state.attempt === attempt)
    return { result };
  const account = await payments.account();
  return {
    change: { sessionId: id, attempt: attempt ?? null, customerId: customerId ?? null, account },
    result,
  };
}
