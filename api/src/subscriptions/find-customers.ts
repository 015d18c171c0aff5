import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-state.ts';
import type { Person } from '../gateways/payments.ts';
import { storedCustomer } from './read-payments.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity'>;

interface Known {
  readonly state?: BillingState;
  /** The account; looked up if absent. */
  readonly person?: Person;
}

/**
 * Every customer of a person, by every known reference: the ledger, the uid, and the addresses of the account and of
 * the record. The search by uid can be late, or forbidden on an account.
 */
export async function findEveryCustomer(deps: Deps, uid: string, known: Known = {}): Promise<string[]> {
  const { payments, ledger, identity } = deps;
  const byEmail = (email: unknown) =>
    typeof email === 'string' ? payments.findCustomers({ uid, email }) : [];
  const readEmail = async () => (known.person ?? (await identity.findAccounts([uid])).get(uid))?.email;
  const readStored = async () => storedCustomer(deps, known.state ?? (await ledger.read(uid)));
  const reading = readEmail();
  const [stored, found, listed, email, { profile }] = await Promise.all([
    readStored(),
    payments.searchCustomers(uid),
    reading.then(byEmail),
    reading,
    ledger.readAll(uid),
  ]);
  const recorded = profile.email === email ? [] : await byEmail(profile.email);
  return [...new Set([stored ?? [], found, listed, recorded].flat())];
}

const NONE: ReadonlySet<string> = new Set();

/** The stored customer, or every one if the ledger has none or the stored one is `missing`. */
export async function findCustomers(
  deps: Deps,
  state: BillingState,
  person: Person,
  missing: ReadonlySet<string | undefined> = NONE,
): Promise<string[]> {
  const stored = state.customerId && (await storedCustomer(deps, state));
  if (stored && !missing.has(stored)) return [stored];
  const found = await findEveryCustomer(deps, person.uid, { state, person });
  return found.filter((customer) => !missing.has(customer));
}
