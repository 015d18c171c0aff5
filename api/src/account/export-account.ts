import type { ExportAccountResponse } from '@outharbor/contract/schemas';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from '../plugins/identify.ts';
import { findCustomers } from '../subscriptions/read-payments.ts';

/** Exports all data held about a person, by the site and by both providers. */
export async function exportAccount(deps: AccountDeps, user: SignedIn): Promise<ExportAccountResponse> {
  const state = await readAccount(deps, user);
  const [identity = {}, { profile, billing }, customers] = await Promise.all([
    deps.identity.describe(user.uid),
    deps.ledger.readAll(user.uid),
    findCustomers(deps, state, user.uid),
  ]);
  const found = await Promise.all(customers.map((customer) => deps.payments.exportCustomer(customer)));
  const payments = found.filter((customer) => customer !== undefined);
  return { exportedAt: new Date().toISOString(), identity, profile, billing, payments };
}
