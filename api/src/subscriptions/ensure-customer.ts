import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { NewCustomer } from '../gateways/payment-gateway.ts';

const MAX_ATTEMPTS = 8;

/**
 * The provider's customer of a uid, made once, and once more in place of a deleted one that it `replaces`.
 * When two calls race, the ledger takes the first and both go on with that one.
 */
export async function ensureCustomer(
  { payments, ledger }: Pick<Context, 'payments' | 'ledger'>,
  customer: NewCustomer,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const state = await ledger.read(customer.uid);
    if (state.customerId !== undefined && state.customerId !== customer.replaces) return state.customerId;
    const customerId = await payments.createCustomer(customer);
    if (await ledger.commit(customer.uid, state.revision, { customerId })) return customerId;
  }
  throw new AppError('checkout_in_progress');
}

/** Takes over a customer that the provider knows and the ledger does not, as after a lost write. */
export async function adoptCustomer(
  { ledger }: Pick<Context, 'ledger'>,
  uid: string,
  customerId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const state = await ledger.read(uid);
    if (state.customerId !== undefined) return;
    if (await ledger.commit(uid, state.revision, { customerId })) return;
  }
  throw new AppError('dependency_unavailable', { cause: new Error(`record of ${uid} is written too often`) });
}
