import type { CustomerSummary, SubscriptionSummary } from '@outharbor/stripe-emulator/control-client';
import type { Account } from '../targets/identity-target.ts';
import { newestFirst } from './kept.ts';
import type { Booking } from './rows-in.ts';

/** The same person in all services: an account, its customers and the addresses that it booked with. */
export type Person = ReturnType<typeof finished>;

export type People = ReturnType<typeof joinPeople>;

interface Draft {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly at: string | null;
  readonly account: Account | undefined;
  readonly customers: string[];
  readonly subscriptions: SubscriptionSummary[];
}

export function joinPeople(sources: {
  readonly accounts: readonly Account[];
  readonly customers: Iterable<CustomerSummary>;
  readonly subscriptions: Iterable<SubscriptionSummary>;
  readonly bookings: readonly Booking[];
}) {
  const drafts = new Map<string, Draft>();
  const byEmail = new Map<string, string>();
  const byCustomer = new Map<string, string>();
  const add = (id: string, known: Pick<Draft, 'email' | 'name' | 'at'>, account?: Account): void => {
    drafts.set(id, { ...known, id, account, customers: [], subscriptions: [] });
    const email = known.email.toLowerCase();
    if (email !== '' && !byEmail.has(email)) byEmail.set(email, id);
  };
  for (const account of sources.accounts) {
    const { id, email, name, createdAt } = account;
    add(id, { email, name, at: createdAt }, account);
  }
  for (const customer of sources.customers) {
    const owner = findOwner(customer, drafts) ?? byEmail.get((customer.email ?? '').toLowerCase());
    const id = owner ?? customer.id;
    if (owner === undefined) {
      const at = new Date(customer.created * 1000).toISOString();
      add(id, { email: customer.email ?? '', name: customer.name ?? '', at });
    }
    byCustomer.set(customer.id, id);
    drafts.get(id)?.customers.push(customer.id);
  }
  for (const subscription of sources.subscriptions) {
    const id = byCustomer.get(subscription.customer) ?? '';
    drafts.get(id)?.subscriptions.push(subscription);
  }
  for (const { email, name, createdAt } of sources.bookings) {
    if (!byEmail.has(email.toLowerCase())) add(email, { email, name, at: createdAt });
  }
  const all = Array.from(drafts.values(), finished);
  all.sort((one, other) => newestFirst(one.row.at, other.row.at));
  const byId = new Map(all.map((person) => [person.row.id, person]));
  const ofCustomer = (customer: string | null) => byCustomer.get(customer ?? '') ?? null;
  const ofEmail = (email: string | null) => byEmail.get(email?.toLowerCase() ?? '') ?? null;
  return {
    /** Newest first. */
    all,
    find: (id: string) => byId.get(id) ?? byId.get(ofCustomer(id) ?? ofEmail(id) ?? ''),
    ofCustomer,
    ofEmail,
  };
}

/** A product names the account in the metadata of its customer, under a key of its own. */
function findOwner({ metadata }: CustomerSummary, drafts: ReadonlyMap<string, Draft>): string | undefined {
  return Object.values(metadata).find((value) => drafts.has(value));
}

function finished({ id, email, name, at, account, customers, subscriptions }: Draft) {
  const current = currentIn(subscriptions);
  const row = {
    /** The uid, or the id of a customer without an account, or the address of somebody who only booked. */
    id,
    email,
    name,
    state: describeState(account, customers, current),
    plan: current?.plan ?? null,
    /** When the paid period ends. */
    until: current?.periodEnd == null ? null : new Date(current.periodEnd * 1000).toISOString(),
    at,
  };
  return { row, account, customers, subscriptions };
}

const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];
/** Never paid, or no longer. */
export const NOT_RUNNING: readonly string[] = [...ENDED, 'incomplete'];

/** The newest that has not ended, or else the newest. */
export function currentIn(subscriptions: readonly SubscriptionSummary[]): SubscriptionSummary | undefined {
  return subscriptions.findLast(({ status }) => !ENDED.includes(status)) ?? subscriptions.at(-1);
}

function describeState(
  account: Account | undefined,
  customers: readonly string[],
  current: SubscriptionSummary | undefined,
): string {
  if (account?.disabled) return 'disabled';
  if (current?.status === 'active' && current.cancelAtPeriodEnd) return 'cancels';
  if (current !== undefined) return current.status;
  if (account !== undefined) return 'registered';
  return customers.length > 0 ? 'customer' : 'guest';
}
