import type { Context } from '../context.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

/** Without the search, a person whose record is lost and whose address has changed is not recognised. */
export async function checkCustomerSearch(
  deps: Pick<Context, 'payments' | 'logger' | 'metrics'>,
): Promise<void> {
  try {
    if (await deps.payments.canSearchCustomers()) return;
    tellOperator(
      deps,
      'customer_search_rejected',
      {},
      'Stripe rejects the search for customers for this key or account',
    );
  } catch (err) {
    deps.logger.warn({ err }, 'could not check whether customers can be searched');
  }
}
