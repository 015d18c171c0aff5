import type { Context } from '../context.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'logger' | 'metrics'>;

/** Tells the operator at start what the account or the key at Stripe does not allow. */
export async function checkStripe(deps: Deps): Promise<void> {
  const checks = [checkCustomerSearch(deps), checkCheckoutHosts(deps)].map((checking) =>
    checking.catch((err: unknown) => deps.logger.warn({ err }, 'could not check the account at Stripe')),
  );
  await Promise.all(checks);
}

/** Without the search, a person whose record is lost and whose address has changed is not recognised. */
async function checkCustomerSearch(deps: Deps): Promise<void> {
  if (await deps.payments.canSearchCustomers()) return;
  const message = 'Stripe rejects the search for customers for this key or account';
  tellOperator(deps, 'customer_search_rejected', {}, message);
}

/** A custom domain becomes active at Stripe by itself, and the site opens no page on a host it does not know. */
async function checkCheckoutHosts(deps: Deps): Promise<void> {
  const { apiUrl, checkoutHosts } = deps.config.stripe;
  if (apiUrl !== null) return;
  const host = (await deps.payments.checkoutHosts()).find((open) => !checkoutHosts.includes(open));
  if (host === undefined) return;
  const message = 'the site rejects the checkout pages: add their host to CHECKOUT_HOSTS';
  tellOperator(deps, 'checkout_host_unknown', { host }, message);
}
