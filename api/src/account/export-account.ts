import type { ExportAccountResponse } from '@outharbor/contract/schemas';
import type { SignedIn } from '../gateways/identity.ts';
import { findEveryCustomer } from '../subscriptions/find-customers.ts';
import { type AccountDeps, readAccount } from './read-account.ts';

/** Exports all data held about a person, by the site and by both providers. */
export async function exportAccount(deps: AccountDeps, user: SignedIn): Promise<ExportAccountResponse> {
  await readAccount(deps, user);
  const [identity = {}, { profile, billing }, customers] = await Promise.all([
    deps.identity.describe(user.uid),
    deps.ledger.readAll(user.uid),
    findEveryCustomer(deps, user.uid),
  ]);
  const found = await Promise.all(
    customers.map((customer) => deps.payments.exportCustomer(customer, user.uid)),
  );
  const payments = found.filter((customer) => customer !== undefined);
  return { exportedAt: new Date().toISOString(), identity, profile, billing, payments };
}
