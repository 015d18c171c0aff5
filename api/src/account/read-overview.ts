import type { AccountResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';
import { customersOf } from '../subscriptions/known-customers.ts';
import { readAccount } from '../subscriptions/read-account.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity'>;

/** The plan and every receipt, those of subscriptions that have ended among them. */
export async function readOverview(deps: Deps, user: SignedIn): Promise<AccountResponse> {
  const state = await readAccount(deps, user);
  const { planType, subscriptionId } = state;
  const [plan, customers] = await Promise.all([
    planType && subscriptionId ? deps.payments.describePlan(subscriptionId) : undefined,
    customersOf(deps, state, user),
  ]);
  const lists = await Promise.all(customers.map((customer) => deps.payments.listReceipts(customer)));
  const receipts = lists.flat().toSorted((one, other) => other.created - one.created);
  return { ...(plan && { plan }), receipts };
}
