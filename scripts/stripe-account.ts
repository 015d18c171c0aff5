import { readFileSync } from 'node:fs';
import { API_PATHS } from '@outharbor/contract/paths';
import {
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  PLANS,
  type Plan,
  planAmount,
  planLookupKey,
  planProductId,
} from '@outharbor/contract/plans';
import Stripe from 'stripe';
import { stripeAddress } from '../api/src/gateways/stripe/client.ts';
import { PORTAL_MARK, planUpdates, WHOLE_PORTAL } from '../api/src/gateways/stripe/portal.ts';
import { sellsPlan } from '../api/src/gateways/stripe/prices.ts';
import { HANDLED_EVENTS } from '../api/src/webhooks/plan-events.ts';

function secretKey(file: string | undefined): string {
  const key = file ? readFileSync(file, 'utf8').trim() : process.env.STRIPE_SECRET_KEY;
  if (!key) throw new Error('Set STRIPE_SECRET_KEY, or STRIPE_SECRET_KEY_FILE to the file that holds it.');
  return key;
}

/** Connects with the key of the file or of STRIPE_SECRET_KEY. */
export function connect(file = process.env.STRIPE_SECRET_KEY_FILE): Stripe {
  return new Stripe(secretKey(file), { timeout: 20_000, ...stripeAddress(process.env.STRIPE_API_URL) });
}

async function ensureProduct(stripe: Stripe, plan: Plan): Promise<string> {
  const id = planProductId(plan);
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
    const product = await stripe.products.create({ id, name: plan.title, metadata: { plan: plan.name } });
    return product.id;
  }
}

interface Ensured {
  readonly id: string;
  readonly isNew: boolean;
}

async function ensurePrice(stripe: Stripe, plan: Plan): Promise<Ensured> {
  const found = await stripe.prices.list({ lookup_keys: [planLookupKey(plan)], active: true, limit: 1 });
  const current = found.data[0];
  if (current !== undefined && sellsPlan(current, plan)) return { id: current.id, isNew: false };
  const created = await stripe.prices.create({
    product: await ensureProduct(stripe, plan),
    unit_amount: planAmount(plan),
    currency: PLAN_CURRENCY,
    recurring: { interval: PLAN_INTERVAL },
    lookup_key: planLookupKey(plan),
    // A price is immutable: the new one takes over the lookup key; existing subscriptions keep the old price.
    transfer_lookup_key: true,
    metadata: { plan: plan.name },
  });
  return { id: created.id, isNew: true };
}

/** Lets subscribers switch plans, cancel, and manage payment methods, invoices and billing details. */
function portalSettings(prices: readonly string[]) {
  const products = PLANS.map((plan, index) => ({
    product: planProductId(plan),
    prices: [prices[index] ?? ''],
  }));
  return {
    features: {
      subscription_update: planUpdates(products),
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      // No `email`: it follows the account, where a change has to be confirmed.
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'phone', 'tax_id'] },
    },
    metadata: { made_by: PORTAL_MARK, use: WHOLE_PORTAL, prices: prices.join(' ') },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;
}

/** Keeps settings changed in the dashboard: an update replaces only the plan-change feature. */
async function ensurePortal(stripe: Stripe, prices: readonly string[]): Promise<Ensured> {
  const settings = portalSettings(prices);
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(
    ({ metadata }) => metadata?.made_by === PORTAL_MARK && metadata.use === WHOLE_PORTAL,
  );
  if (found?.metadata?.prices === settings.metadata.prices) return { id: found.id, isNew: false };
  const { id } =
    found === undefined
      ? await stripe.billingPortal.configurations.create(settings)
      : await stripe.billingPortal.configurations.update(found.id, {
          features: { subscription_update: settings.features.subscription_update },
          metadata: settings.metadata,
        });
  return { id, isNew: true };
}

/** Creates the products, prices and portal configuration that are missing, and reports each. */
export async function setUpCatalogue(stripe: Stripe, print: (line: string) => void): Promise<void> {
  const report = (name: string, { id, isNew }: Ensured) =>
    print(`${name}: ${id}, ${isNew ? 'set up' : 'up to date'}`);
  const prices: string[] = [];
  for (const plan of PLANS) {
    const price = await ensurePrice(stripe, plan);
    prices.push(price.id);
    report(plan.name, price);
  }
  report('portal', await ensurePortal(stripe, prices));
}

/** Creates the webhook endpoint unless there is one. Its signing secret is shown only when it is created. */
export async function ensureEndpoint(stripe: Stripe, publicUrl: string) {
  const url = `${publicUrl}${API_PATHS.stripeWebhook}`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = data.find((endpoint) => endpoint.url === url);
  if (found !== undefined) return { id: found.id, secret: undefined };
  const events = HANDLED_EVENTS as Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events: events });
  return { id, secret };
}
