import type Stripe from 'stripe';
import { subscribe } from './checkout.ts';
import { APRIL, MIDDLE } from './dates.ts';
import type { World } from './forms.ts';

/** A subscription to the Pro plan that starts at `start`, on a test clock that only the test advances. */
export async function subscribedOnClock(
  world: World,
  start: number,
  card = 'visa',
  subscriptionData: Stripe.Checkout.SessionCreateParams.SubscriptionData = {},
) {
  const { id: test_clock, advanceTo } = await startClock(world, start);
  const { customer, subscription: id } = await subscribe(world, {
    card,
    customer: { test_clock },
    session: { subscription_data: subscriptionData },
  });
  return {
    customer,
    subscription: await world.stripe.subscriptions.retrieve(id),
    advanceTo,
  };
}

/** A subscription to the Pro plan halfway through April, its first period. */
export async function subscribedHalfway(
  world: World,
  card?: string,
  subscriptionData?: Stripe.Checkout.SessionCreateParams.SubscriptionData,
) {
  const at = await subscribedOnClock(world, APRIL, card, subscriptionData);
  await at.advanceTo(MIDDLE);
  return { ...at, id: at.subscription.id, item: String(at.subscription.items.data[0]?.id) };
}

/** What a customer has who pays with a good card. */
export const GOOD_CARD = {
  payment_method: 'pm_card_visa',
  invoice_settings: { default_payment_method: 'pm_card_visa' },
};

/** A customer, by default with a good card, on a test clock that only the test advances. */
export async function customerOnClock(
  world: World,
  start: number,
  params: Stripe.CustomerCreateParams = { email: 'ada@example.com', ...GOOD_CARD },
) {
  const { id: test_clock, advanceTo } = await startClock(world, start);
  const { id: customer } = await world.stripe.customers.create({ ...params, test_clock });
  /** Of all invoices, oldest first. */
  const totals = async () => {
    const { data } = await world.stripe.invoices.list({ customer });
    return data.toReversed().map(({ total }) => total);
  };
  return { customer, advanceTo, totals };
}

async function startClock({ stripe, emulator }: World, start: number) {
  const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const advanceTo = async (time: number): Promise<void> => {
    await stripe.testHelpers.testClocks.advance(id, { frozen_time: time });
    await emulator.settle();
  };
  return { id, advanceTo };
}
