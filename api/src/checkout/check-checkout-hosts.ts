import type { Context } from '../context.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

/** A custom domain becomes active at Stripe by itself, and the site opens no page on a host it does not know. */
export async function checkCheckoutHosts(
  deps: Pick<Context, 'config' | 'payments' | 'logger' | 'metrics'>,
): Promise<void> {
  const { apiUrl, checkoutHosts } = deps.config.stripe;
  if (apiUrl !== null) return;
  try {
    const unknown = (await deps.payments.checkoutHosts()).find((host) => !checkoutHosts.includes(host));
    if (unknown === undefined) return;
    tellOperator(
      deps,
      'checkout_host_unknown',
      { host: unknown },
      'the site rejects the checkout pages: add their host to CHECKOUT_HOSTS',
    );
  } catch (err) {
    deps.logger.warn({ err }, 'could not check the host of the checkout pages');
  }
}
