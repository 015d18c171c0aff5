import {
  PLAN_CURRENCY,
  type Plan,
  planAmount,
  planLookupKey,
  planProductId,
} from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import { VISA } from '../card.ts';
import { type ApiClient, requireSession } from './user-client.ts';
import type { World } from './world.ts';

/** Books a plan, pays for it and returns the ID of the session. */
export async function payPlan({ stripe }: Pick<World, 'stripe'>, user: ApiClient, plan: Plan, card = VISA) {
  const { id } = requireSession(await user.book(plan.price));
  await stripe.pay(id, { card });
  return id;
}

/** Books a plan, pays for it and confirms the payment. */
export async function buyPlan(world: World, user: ApiClient, plan: Plan, card = VISA) {
  const id = await payPlan(world, user, plan, card);
  await user.confirm(id);
  const { customer, metadata, subscription } = await world.sdk.checkout.sessions.retrieve(id);
  return { user, id, customer: String(customer), metadata, subscription: String(subscription) };
}

/** Registers somebody who buys a plan. */
export async function signUp(world: World, uid: string, plan: Plan, card = VISA) {
  await world.storeUser(uid);
  return buyPlan(world, world.user(uid), plan, card);
}

type Opened = Pick<Stripe.Checkout.Session, 'customer' | 'metadata'>;

/** Opens another session of the same customer directly at Stripe, as a fault might, and returns its id. */
export async function openSecondSession(
  world: Pick<World, 'sdk'>,
  first: Opened,
  plan: Plan,
  trialDays?: number,
): Promise<string> {
  const opened = { ...first, metadata: { ...first.metadata, attempt: 'second' } };
  return openSession(world, opened, [await findPrice(world, plan)], trialDays);
}

/** Opens a session with any prices directly at Stripe and returns its id. */
export async function openSession(
  { sdk }: Pick<World, 'sdk'>,
  { customer, metadata }: Opened,
  prices: readonly string[],
  trialDays?: number,
): Promise<string> {
  const { id } = await sdk.checkout.sessions.create({
    mode: 'subscription',
    customer: String(customer),
    line_items: prices.map((price) => ({ price, quantity: 1 })),
    metadata: { ...metadata },
    subscription_data: {
      metadata: { ...metadata },
      ...(trialDays !== undefined && { trial_period_days: trialDays }),
    },
    success_url: 'http://localhost:8080/success',
    cancel_url: 'http://localhost:8080/cancel',
  });
  return id;
}

/** Changes a subscription's price in the dashboard, invoiced at once. */
export async function changePrice({ sdk }: Pick<World, 'sdk'>, subscription: string, price: string) {
  const { items } = await sdk.subscriptions.retrieve(subscription);
  return sdk.subscriptions.update(subscription, {
    items: [{ id: items.data[0]?.id ?? '', price }],
    proration_behavior: 'always_invoice',
  });
}

/** Returns the id of a price that is not in the catalogue. */
export async function createOtherPrice({ sdk }: Pick<World, 'sdk'>, amount = 900, metadata = {}) {
  const product = await sdk.products.create({ name: 'Something else' });
  const { id } = await sdk.prices.create({
    product: product.id,
    currency: PLAN_CURRENCY,
    unit_amount: amount,
    recurring: { interval: 'month' },
    metadata,
  });
  return id;
}

/** Moves a plan's lookup key to a new price of the same amount. */
export async function replacePrice({ sdk }: Pick<World, 'sdk'>, plan: Plan, product?: string) {
  const before = await sdk.prices.retrieve(await findPrice({ sdk }, plan));
  const after = await makePrice({ sdk }, plan, { product: product ?? String(before.product) });
  return { before: before.id, after: after.id };
}

/** A new price of a plan at Stripe, which takes the lookup key. */
export const makePrice = (
  { sdk }: Pick<World, 'sdk'>,
  plan: Plan,
  { product = planProductId(plan), amount = planAmount(plan) } = {},
) =>
  sdk.prices.create({
    product,
    currency: PLAN_CURRENCY,
    unit_amount: amount,
    recurring: { interval: 'month' },
    lookup_key: planLookupKey(plan),
    transfer_lookup_key: true,
  });

/** A subscription that the agency makes by hand, paid by invoice. */
export async function sellByHand({ sdk }: Pick<World, 'sdk'>, customer: string, plan: Plan) {
  return sdk.subscriptions.create({
    customer,
    items: [{ price: await findPrice({ sdk }, plan) }],
    collection_method: 'send_invoice',
    days_until_due: 14,
  });
}

/** Returns the id of a plan's price at Stripe. */
export async function findPrice({ sdk }: Pick<World, 'sdk'>, plan: Plan): Promise<string> {
  const [price] = (await sdk.prices.list({ lookup_keys: [planLookupKey(plan)] })).data;
  if (price === undefined) throw new Error(`Stripe has no price of ${plan.name}`);
  return price.id;
}
