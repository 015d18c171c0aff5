import type { Context } from '../context.ts';
import { changeBilling } from '../subscriptions/change-billing.ts';
import { expireOpenSessions } from '../subscriptions/expire-open-sessions.ts';
import { storedCustomer } from '../subscriptions/known-customers.ts';

export type LeavingDeps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'logger'>;

/** Every step is repeatable and resumes from the mark. The record goes last: open pages watch it. */
export async function leave(deps: LeavingDeps, uid: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const { after } = await changeBilling(deps.ledger, uid, async ({ leaving, left }) =>
    leaving === undefined && left === undefined
      ? { change: { leaving: now }, result: undefined }
      : { result: undefined },
  );
  if (after.left === undefined) {
    const customers = await everyCustomerOf(deps, uid);
    await expireOpenSessions(deps, customers);
    for (const customer of customers) await deps.payments.deleteCustomer(customer);
  }
  await deps.identity.deleteAccount(uid);
  await changeBilling(deps.ledger, uid, async ({ left }) =>
    left === undefined ? { change: { left: now }, result: undefined } : { result: undefined },
  );
  deps.logger.info({ uid }, 'account deleted');
}

/** By every known reference: the ledger, the uid, the addresses of the account and of the record. */
async function everyCustomerOf(deps: LeavingDeps, uid: string): Promise<string[]> {
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
