import type { AccountResponse } from '@outharbor/contract/schemas';
import type { SignedIn } from '../gateways/identity.ts';
import { findCustomers } from '../subscriptions/find-customers.ts';
import { type AccountDeps, readAccount } from './read-account.ts';
import { trySyncEmail } from './sync-email.ts';

/** The current plan and all receipts, including those of ended subscriptions. */
export async function readOverview(deps: AccountDeps, user: SignedIn): Promise<AccountResponse> {
  const state = await readAccount(deps, user);
  const { planType, subscriptionId } = state;
  const [plan, customers] = await Promise.all([
    planType && subscriptionId ? deps.payments.describePlan(subscriptionId, user.uid) : undefined,
    findCustomers(deps, state, user),
    // People return to this page after changing their address.
    trySyncEmail(deps, user.uid),
  ]);
  const [stored] = customers;
  const [credit, ...lists] = await Promise.all([
    stored === undefined ? undefined : deps.payments.readCredit(stored, user.uid),
    ...customers.map((customer) => deps.payments.listReceipts(customer, user.uid)),
  ]);
  const receipts = lists.flat().toSorted((one, other) => other.created - one.created);
  return { ...(plan && { plan }), receipts, ...(credit && { credit }) };
}
