import type { BaseContext } from '../base-context.ts';
import { storedCustomer } from './read-payments.ts';

type Deps = Pick<BaseContext, 'payments' | 'ledger' | 'identity'>;

/**
 * Finds customers by every known reference: the ledger, the uid, and the addresses of the account and of the
 * record.
 */
export async function findEveryCustomer(deps: Deps, uid: string): Promise<string[]> {
  const [state, { profile }, accounts] = await Promise.all([
    deps.ledger.read(uid),
    deps.ledger.readAll(uid),
    deps.identity.findAccounts([uid]),
  ]);
  const emails = new Set([accounts.get(uid)?.email, profile.email]);
  const found = await Promise.all([
    storedCustomer(deps, state),
    deps.payments.searchCustomers(uid),
    ...Array.from(emails, (email) =>
      typeof email === 'string' ? deps.payments.findCustomers({ uid, email }) : [],
    ),
  ]);
  return [...new Set(found.flat().filter((customer) => customer !== undefined))];
}
