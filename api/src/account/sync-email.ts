import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../context.ts';
import { deletionStarted } from '../gateways/billing-state.ts';
import type { Account } from '../gateways/identity.ts';
import { findEveryCustomer } from '../subscriptions/read-payments.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity'>;

/**
 * Copies a confirmed new e-mail address to the person's customers and then to their record. The record is
 * written last: while it differs from the account, an interrupted run is still found and repeated.
 */
export async function syncEmail(deps: Deps, uid: string): Promise<'synced' | 'nothing'> {
  const [accounts, state, profile] = await Promise.all([
    deps.identity.findAccounts([uid]),
    deps.ledger.read(uid),
    deps.ledger.readProfile(uid),
  ]);
  const account = accounts.get(uid);
  const former = typeof profile.email === 'string' ? profile.email : undefined;
  const email = account && changedEmail(account, former);
  if (email === undefined || deletionStarted(state)) return 'nothing';
  const customers = await findEveryCustomer(deps, uid);
  await Promise.all(customers.map((customer) => deps.payments.changeCustomerEmail(customer, uid, email)));
  await deps.ledger.writeEmail(uid, email);
  return 'synced';
}

/** Logs a failure, which the nightly walk makes good. */
export async function trySyncEmail(
  deps: Deps & { readonly logger: Pick<FastifyBaseLogger, 'warn'> },
  uid: string,
): Promise<void> {
  try {
    await syncEmail(deps, uid);
  } catch (err) {
    deps.logger.warn({ err, uid }, 'could not update a changed e-mail address; the nightly walk will retry');
  }
}

/** The account's address if it is confirmed and differs from the recorded one. */
export function changedEmail(
  { email, emailVerified }: Account,
  recorded: string | undefined,
): string | undefined {
  return emailVerified && recorded !== undefined && email !== recorded ? email : undefined;
}
