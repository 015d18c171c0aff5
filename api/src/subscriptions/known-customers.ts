import type { BaseContext } from '../base-context.ts';
import type { BillingState } from '../gateways/billing-ledger.ts';

/** The stored customer, unless it belongs to another provider account or mode. */
export async function storedCustomer(
  { payments }: Pick<BaseContext, 'payments'>,
  { customerId, account }: BillingState,
): Promise<string | undefined> {
  if (customerId === undefined) return undefined;
  return account === (await payments.account()) ? customerId : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A person's customers: the stored one, or a search at the provider if the ledger has none or the stored one
 * is `missing`. The search is by uid, because the e-mail address may have changed.
 */
export async function customersOf(
  deps: Pick<BaseContext, 'payments'>,
  state: BillingState,
  uid: string,
  missing = NONE,
): Promise<string[]> {
  const stored = await storedCustomer(deps, state);
  if (stored !== undefined && !missing.has(stored)) return [stored];
  const found = await deps.payments.searchCustomers(uid);
  return found.filter((customer) => !missing.has(customer));
}
