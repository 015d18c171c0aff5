import { randomUUID } from 'node:crypto';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { PlanName } from '@outharbor/contract/plans';
import type { Context } from '../context.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { SignedIn } from '../gateways/identity.ts';
import type { CheckoutSession, OpenCheckoutSession } from '../gateways/payments.ts';
import { readAccount } from '../plugins/identify.ts';
import { changeBilling, type Work } from '../subscriptions/change-billing.ts';
import { decidePlan } from '../subscriptions/decide-plan.ts';
import {
  expireOpenSessions,
  findCustomers,
  type Payments,
  readPayments,
} from '../subscriptions/read-payments.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'ledger' | 'identity' | 'synchronisePlan'>;

interface CheckoutRequest {
  readonly user: SignedIn;
  readonly plan: PlanName;
}

type Round = Work<OpenCheckoutSession> | 'retry';

interface Findings {
  readonly missing: Set<string>;
  /** Created by an earlier call and not yet known to the ledger or the search. */
  readonly made: Set<string>;
  /** Used by this call, with the sessions opened for them. */
  readonly used: Set<string>;
  conflicts: number;
}

const MAX_ROUNDS = 4;
const MIN_REMAINING_SECONDS = 600;

/** Nobody can pay twice (docs/decisions/0095). */
export async function createCheckoutSession(
  deps: Deps,
  request: CheckoutRequest,
): Promise<OpenCheckoutSession> {
  const findings: Findings = { missing: new Set(), made: new Set(), used: new Set(), conflicts: 0 };
  const { uid } = request.user;
  const first = await readAccount(deps, request.user);
  try {
    const { result } = await changeBilling(
      deps.ledger,
      uid,
      (state) => openCheckout(deps, request, state, findings),
      { first, rounds: MAX_ROUNDS, exhausted: 'checkout_in_progress' },
    );
    return result;
  } catch (error) {
    if (findings.used.size > 0 && deletionStarted(await deps.ledger.read(uid)))
      await discard(deps, [...findings.used]);
    throw error;
  }
}

/** The deletion may have looked for customers and open sessions before this call made them. */
async function discard({ payments }: Deps, customers: readonly string[]): Promise<void> {
  await expireOpenSessions({ payments }, customers);
  for (const customer of customers) await payments.deleteCustomer(customer);
}

async function openCheckout(
  deps: Deps,
  request: CheckoutRequest,
  state: BillingState,
  findings: Findings,
): Promise<Round> {
  // Deleted from another tab in the meantime.
  if (deletionStarted(state)) throw new AppError('unauthenticated');
  const [price, known] = await Promise.all([
    deps.payments.priceOf(request.plan),
    findCustomers(deps, state, request.user.uid, findings.missing),
  ]);
  const customers = [...new Set([...known, ...findings.made])];
  const seen = await readPayments(deps, request.user.uid, customers, state);
  const isSubscriber = decidePlan(seen.subscriptions).kept !== undefined;
  if (isSubscriber || state.planType !== undefined) {
    await correctPlan(deps, request.user, state, customers, seen);
    return 'retry';
  }

  const open = seen.sessions.filter(({ status }) => status === 'open');
  const reusable = open.find((session) => canBeReused(session, customers, price));
  const others = open.filter((session) => session !== reusable);
  const expired = await Promise.all(others.map(({ id }) => deps.payments.expireCheckoutSession(id)));
  if (expired.includes('not_open')) return 'retry';
  if (reusable?.url !== undefined) {
    return storeSession(deps, state, reusable, { id: reusable.id, url: reusable.url });
  }
  return openNewSession(deps, request, state, { customers, findings, price });
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
  { customerId = '', price, url, expiresAt }: CheckoutSession,
  customers: readonly string[],
  currentPrice: string,
): boolean {
  const isCurrent = customers.includes(customerId) && price === currentPrice && url !== undefined;
  return isCurrent && expiresAt - Date.now() / 1000 > MIN_REMAINING_SECONDS;
}

interface NewSessionInput {
  readonly customers: readonly string[];
  readonly findings: Findings;
  readonly price: string;
}

async function openNewSession(
  deps: Deps,
  { user, plan }: CheckoutRequest,
  state: BillingState,
  { customers, findings, price }: NewSessionInput,
): Promise<Round> {
  const customerId = customers[0] ?? (await createCustomer(deps, user, state, findings));
  if (customerId === undefined) return 'retry';
  findings.used.add(customerId);
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
    findings.missing.add(customerId);
    findings.made.delete(customerId);
    await bumpRevision(deps, user, state);
    return 'retry';
  }
  return storeSession(deps, state, { id: session.id, customerId, attempt }, session);
}

/** Concurrent calls have read the same revision and so create one customer. Undefined: retry. */
async function createCustomer(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  findings: Findings,
): Promise<string | undefined> {
  const { uid, email, name } = user;
  try {
    const made = await deps.payments.createCustomer({ uid, email, name, key: `${uid}-${state.revision}` });
    if (made === 'failed_before') await bumpRevision(deps, user, state);
    else if (made === 'in_progress') await waitForCreator(deps, user, state, findings);
    else if (made.isNew) return made.id;
    else {
      findings.made.add(made.id);
      findings.used.add(made.id);
    }
    return undefined;
  } catch (error) {
    if (isAppError(error, 'dependency_unavailable')) await bumpRevision(deps, user, state);
    throw error;
  }
}

/** Yields to the call that created the customer, unless it ended without storing it. */
async function waitForCreator(
  deps: Deps,
  user: SignedIn,
  state: BillingState,
  findings: Findings,
): Promise<void> {
  findings.conflicts += 1;
  if (findings.conflicts === MAX_ROUNDS) await bumpRevision(deps, user, state);
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
): Promise<Round> {
  if (state.sessionId === id && state.customerId === customerId && state.attempt === attempt)
    return { result };
  const account = await payments.account();
  return {
    change: { sessionId: id, attempt: attempt ?? null, customerId: customerId ?? null, account },
    result,
  };
}
