import type Stripe from 'stripe';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** Changes the configuration of portal sessions that name none. */
export async function changeDefault(stripe: Stripe, features: Features): Promise<void> {
  const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
  const [standard] = data;
  if (standard === undefined) throw new Error('there is no default configuration');
  await stripe.billingPortal.configurations.update(standard.id, { features });
}

export function cancelsAtOnce(stripe: Stripe): Promise<void> {
  return changeDefault(stripe, { subscription_cancel: { enabled: true, mode: 'immediately' } });
}

/** A configuration in which customers can switch between the monthly plans. */
export async function switchable(
  stripe: Stripe,
  update: Partial<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate> = {},
): Promise<Stripe.BillingPortal.Configuration> {
  const { data } = await stripe.prices.list({ type: 'recurring', limit: 100 });
  const products = data.map(({ id, product }) => ({ product: String(product), prices: [id] }));
  return stripe.billingPortal.configurations.create({
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price', 'quantity'],
        products,
        ...update,
      },
      subscription_cancel: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['email', 'address'] },
    },
  });
}
