import type { CustomerSummary, SubscriptionSummary } from '@outharbor/stripe-emulator/control-client';
import type { Account } from '../targets/identity-target.ts';
import { newestFirst } from './kept.ts';
import type { Booking } from './rows-in.ts';

/** The same person in all services: an account, its customers and the addresses that it booked with. */
export type Person = ReturnType<typeof finished>;

export interface People {
  /** Newest first. */
  readonly all: readonly Person[];
  find(id: string): Person | undefined;
  ofCustomer(customer: string | null): string | null;
  ofEmail(email: string | null): string | null;
}

interface Draft {
  readonly id: string;
  email: string;
  name: string;
  at: string | null;
  readonly account: Account | undefined;
  readonly customers: string[];
  readonly subscriptions: SubscriptionSummary[];
}

export function joinPeople(sources: {
  readonly accounts: readonly Account[];
  readonly customers: Iterable<CustomerSummary>;
  readonly subscriptions: Iterable<SubscriptionSummary>;
  readonly bookings: readonly Booking[];
}): People {
  const drafts = new Map<string, Draft>();
  const byEmail = new Map<string, string>();
  const byCustomer = new Map<string, string>();
  const add = (draft: Draft): void => {
    drafts.set(draft.id, draft);
    const email = draft.email.toLowerCase();
    if (email !== '' && !byEmail.has(email)) byEmail.set(email, draft.id);
  };
  for (const account of sources.accounts) {
    const { id, email, name, createdAt } = account;
    add({ id, email, name, at: createdAt, account, customers: [], subscriptions: [] });
  }
  for (const customer of sources.customers) {
    const owner = findOwner(customer, drafts) ?? byEmail.get((customer.email ?? '').toLowerCase());
    if (owner === undefined) add(customerAlone(customer));
    const id = owner ?? customer.id;
    byCustomer.set(customer.id, id);
    drafts.get(id)?.customers.push(customer.id);
  }
  for (const subscription of sources.subscriptions) {
    const id = byCustomer.get(subscription.customer) ?? '';
    drafts.get(id)?.subscriptions.push(subscription);
  }
  for (const { email, name, createdAt } of sources.bookings) {
    if (byEmail.has(email.toLowerCase())) continue;
    add({ id: email, email, name, at: createdAt, account: undefined, customers: [], subscriptions: [] });
  }
  const all = Array.from(drafts.values(), finished);
  all.sort((one, other) => newestFirst(one.row.at, other.row.at));
  const byId = new Map(all.map((person) => [person.row.id, person]));
  const ofCustomer = (customer: string | null) => byCustomer.get(customer ?? '') ?? null;
  const ofEmail = (email: string | null) => byEmail.get(email?.toLowerCase() ?? '') ?? null;
  return {
    all,
    find: (id) => byId.get(id) ?? byId.get(ofCustomer(id) ?? ofEmail(id) ?? ''),
    ofCustomer,
    ofEmail,
  };
}

/** A product names the account in the metadata of its customer, under a key of its own. */
function findOwner({ metadata }: CustomerSummary, drafts: ReadonlyMap<string, Draft>): string | undefined {
  return Object.values(metadata).find((value) => drafts.has(value));
}

function customerAlone({ id, email, name, created }: CustomerSummary): Draft {
  return {
    id,
    email: email ?? '',
    name: name ?? '',
    at: new Date(created * 1000).toISOString(),
    account: undefined,
    customers: [],
    subscriptions: [],
  };
}

function finished({ id, email, name, at, account, customers, subscriptions }: Readonly<Draft>) {
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

/** The newest that has not ended, or else the newest. */
export function currentIn(subscriptions: readonly SubscriptionSummary[]): SubscriptionSummary | undefined {
  const ended = ['canceled', 'incomplete_expired'];
  return subscriptions.findLast(({ status }) => !ended.includes(status)) ?? subscriptions.at(-1);
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
