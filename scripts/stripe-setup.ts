/** `npm run stripe:setup`: makes the products and prices of the catalogue in a Stripe account; can be run again. */
import { readFileSync } from 'node:fs';
import { PLAN_CURRENCY, PLAN_INTERVAL, PLANS, type Plan } from '@outharbor/contract/plans';
import Stripe from 'stripe';
import { sellsPlan } from '../api/src/gateways/stripe-prices.ts';

function secretKey(): string {
  const file = process.env.STRIPE_SECRET_KEY_FILE;
  const key = file ? readFileSync(file, 'utf8').trim() : process.env.STRIPE_SECRET_KEY;
  if (!key) throw new Error('Set STRIPE_SECRET_KEY, or STRIPE_SECRET_KEY_FILE to the file that holds it.');
  return key;
}

function connect(): Stripe {
  const address = process.env.STRIPE_API_URL ? new URL(process.env.STRIPE_API_URL) : undefined;
  return new Stripe(secretKey(), {
    timeout: 20_000,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

async function ensureProduct(stripe: Stripe, plan: Plan): Promise<string> {
  const id = plan.productId;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
    const product = await stripe.products.create({ id, name: plan.title, metadata: { plan: plan.name } });
    return product.id;
  }
}

async function ensurePrice(stripe: Stripe, plan: Plan): Promise<string> {
  const found = await stripe.prices.list({ lookup_keys: [plan.lookupKey], active: true, limit: 1 });
  const current = found.data[0];
  if (current !== undefined && sellsPlan(current, plan))
    return `${plan.name}: ${current.id}, as it should be`;
  const created = await stripe.prices.create({
    product: await ensureProduct(stripe, plan),
    unit_amount: plan.price * 100,
    currency: PLAN_CURRENCY,
    recurring: { interval: PLAN_INTERVAL },
    lookup_key: plan.lookupKey,
    // A price cannot be changed: its successor takes the key over, and running subscriptions keep the old one.
    transfer_lookup_key: true,
    metadata: { plan: plan.name },
  });
  return `${plan.name}: ${created.id}, made now`;
}

try {
  const stripe = connect();
  for (const plan of PLANS) console.log(await ensurePrice(stripe, plan));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
