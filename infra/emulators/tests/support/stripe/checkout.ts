import type Stripe from 'stripe';
import type { World } from './forms.ts';

export const SUCCESS_URL = 'https://site.test/success?session={CHECKOUT_SESSION_ID}';
export const CANCEL_URL = 'https://site.test/cancel';

type SessionChanges = Partial<Stripe.Checkout.SessionCreateParams>;

export async function findPrice(stripe: Stripe, lookupKey = 'pro_monthly'): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey] });
  const [price] = data;
  if (price === undefined) throw new Error(`there is no price ${lookupKey}`);
  return price.id;
}

type PriceParams = Partial<Stripe.PriceCreateParams>;

/** The ID of a price in dollars that is paid once, of a product of its own unless one is given. */
export async function newPrice({ prices }: Stripe, unit_amount: number, params: PriceParams = {}) {
  const own = params.product === undefined && { product_data: { name: 'Desk' } };
  return (await prices.create({ currency: 'usd', unit_amount, ...own, ...params })).id;
}

/** The ID of a price that recurs each month. */
export const monthlyPrice = (stripe: Stripe, unit_amount: number, params: PriceParams = {}) =>
  newPrice(stripe, unit_amount, { recurring: { interval: 'month' }, ...params });

/** An item of a checkout whose price is made with it. */
export const lineItem = (unit_amount: number, name: string, quantity = 1, currency = 'usd') => ({
  price_data: { currency, unit_amount, product_data: { name } },
  quantity,
});

/** A session as the product creates it, overridden by `changes`. */
export async function createSession(stripe: Stripe, changes: SessionChanges = {}) {
  const line_items = changes.line_items ?? [{ price: await findPrice(stripe), quantity: 1 }];
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    ...(changes.mode !== 'setup' && { line_items }),
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
    ...changes,
  });
}

/** A customer who has paid for a subscription with `card`. */
export async function subscribe(
  { stripe, emulator }: World,
  { card = 'visa', customer = {}, session = {} }: SubscribeOptions = {},
) {
  const { id } = await stripe.customers.create({ email: 'ada@example.com', ...customer });
  const { id: sessionId } = await createSession(stripe, { customer: id, ...session });
  const paid = await emulator.pay(sessionId, { card, authentication: 'complete' });
  const subscriptionId = paid.session.subscription;
  if (typeof subscriptionId !== 'string') throw new Error(`the payment was ${paid.result}`);
  return { customer: id, session: sessionId, subscription: subscriptionId };
}

interface SubscribeOptions {
  readonly card?: string;
  readonly customer?: Stripe.CustomerCreateParams;
  readonly session?: SessionChanges;
}
