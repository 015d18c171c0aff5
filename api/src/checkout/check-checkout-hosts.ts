import type { Context } from '../context.ts';

/** A custom domain becomes active at Stripe by itself, and then the site refuses to open a page on a host it does not know. */
export async function checkCheckoutHosts({
  config,
  payments,
  logger,
  metrics,
}: Pick<Context, 'config' | 'payments' | 'logger' | 'metrics'>): Promise<void> {
  const { apiUrl, checkoutHosts } = config.stripe;
  if (apiUrl !== null) return;
  try {
    const unknown = (await payments.checkoutHosts()).find((host) => !checkoutHosts.includes(host));
    if (unknown === undefined) return;
    const alert = 'checkout_host_unknown';
    metrics.operatorTasks.inc({ task: alert });
    logger.error(
      { alert, host: unknown },
      'the site refuses the checkout pages: add their host to CHECKOUT_HOSTS',
    );
  } catch (err) {
    logger.warn({ err }, 'could not check the host of the checkout pages');
  }
}
