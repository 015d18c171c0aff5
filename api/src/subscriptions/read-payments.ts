import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-state.ts';
import type { CheckoutSession, Person, Subscription } from '../gateways/payments.ts';

type Deps = Pick<Context, 'payments'>;
type SearchDeps = Deps & Pick<Context, 'ledger' | 'identity'>;

interface Known {
  readonly state?: BillingState;
  /** The account; looked up if absent. */
  readonly person?: Person;
}

export interface Payments {
  readonly sessions: readonly CheckoutSession[];
  readonly subscriptions: readonly Subscription[];
  /** What the same customers pay for somebody else, or for nobody that the site knows. */
  readonly others: readonly Subscription[];
}

/** The stored customer, unless it belongs to another provider account or mode. */
async function storedCustomer(
  { payments }: Deps,
  { customerId, account }: BillingState,
): Promise<string | undefined> {
  if (customerId === undefined) return undefined;
  return account === (await payments.account()) ? customerId : undefined;
}

/**
 * Every customer of a person, by every known reference: the ledger, the uid, and the addresses of the account and of
 * the record. The search by uid can be late, or forbidden on an account.
 */
export async function findEveryCustomer(deps: SearchDeps, uid: string, known: Known = {}): Promise<string[]> {
  const { payments, ledger, identity } = deps;
  const person = known.person ?? (await identity.findAccounts([uid])).get(uid);
  const state = known.state ?? (await ledger.read(uid));
  const [profile, ...found] = await Promise.all([
    ledger.readProfile(uid),
    storedCustomer(deps, state),
    payments.searchCustomers(uid),
    person && payments.findCustomers(person),
  ]);
  const email = typeof profile.email === 'string' ? profile.email : undefined;
  if (email !== undefined && email !== person?.email)
    found.push(await payments.findCustomers({ uid, email }));
  return [...new Set(found.flatMap((customers) => customers ?? []))];
}

const NONE: ReadonlySet<string> = new Set();

/** The stored customer, or every one if the ledger has none or the stored one is `missing`. */
export async function findCustomers(
  deps: SearchDeps,
  state: BillingState,
  person: Person,
  missing: ReadonlySet<string | undefined> = NONE,
): Promise<string[]> {
  const stored = state.customerId && (await storedCustomer(deps, state));
  if (stored && !missing.has(stored)) return [stored];
  const found = await findEveryCustomer(deps, person.uid, { state, person });
  return found.filter((customer) => !missing.has(customer));
}

/**
 * The person's sessions and subscriptions: the operator may have given a customer to another person. Stripe's lists may
 * lag, so a stored session and the subscription of a session are retrieved by id if the lists do not contain them.
 */
export async function readPayments(
  deps: Deps,
  uid: string,
  customers: readonly string[],
  { sessionId }: BillingState,
): Promise<Payments> {
  const { payments } = deps;
  const [sessionLists, subscriptionLists] = await Promise.all([
    Promise.all(customers.map((customer) => payments.listCheckoutSessions(customer))),
    Promise.all(customers.map((customer) => payments.listSubscriptions(customer))),
  ]);
  const all = subscriptionLists.flat();
  const subscriptions = all.filter((one) => one.uid === uid);
  const sessions = sessionLists.flat().filter((session) => session.uid === uid);
  if (sessionId !== undefined && !sessions.some(({ id }) => id === sessionId)) {
    const stored = await payments.retrieveCheckoutSession(sessionId);
    if (stored?.session.uid === uid) sessions.push(stored.session);
  }
  for (const { subscriptionId } of sessions) {
    if (subscriptionId === undefined || subscriptions.some(({ id }) => id === subscriptionId)) continue;
    const bought = await payments.retrieveSubscription(subscriptionId);
    if (bought?.uid === uid) subscriptions.push(bought);
  }
  return { sessions, subscriptions, others: all.filter((one) => one.uid !== uid) };
}

/** Reads the person's subscriptions. `known` holds those of one customer if they were just read. */
export async function readSubscriptions(
  { payments }: Deps,
  uid: string,
  customers: readonly string[],
  known?: { readonly customerId: string | undefined; readonly subscriptions: readonly Subscription[] },
): Promise<Subscription[]> {
  const lists = customers.map((customer) =>
    customer === known?.customerId ? known.subscriptions : payments.listSubscriptions(customer),
  );
  return (await Promise.all(lists)).flat().filter((subscription) => subscription.uid === uid);
}

/** Subscriptions with an outstanding refund; another customer than the known ones may have bought them. */
export async function readDue(
  { payments }: Deps,
  uid: string,
  refundDue: string | undefined,
  seen: readonly Subscription[],
): Promise<readonly Subscription[]> {
  const unseen = (refundDue?.split(' ') ?? []).filter((due) => !seen.some(({ id }) => id === due));
  const found = await Promise.all(unseen.map((id) => payments.retrieveSubscription(id)));
  return found.filter((due) => due !== undefined).filter((due) => due.uid === uid);
}

/** Expires the person's open sessions, so that none of them can be paid. */
export async function expireOpenSessions(
  { payments }: Deps,
  uid: string,
  customers: readonly string[],
): Promise<void> {
  const sessions = await Promise.all(customers.map((customer) => payments.listCheckoutSessions(customer)));
  const open = sessions.flat().filter((session) => session.uid === uid && session.status === 'open');
  await Promise.all(open.map(({ id }) => payments.expireCheckoutSession(id)));
}
