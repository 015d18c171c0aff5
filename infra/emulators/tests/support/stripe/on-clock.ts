import type Stripe from 'stripe';
import { subscribe } from './checkout.ts';
import type { World } from './forms.ts';

/** A subscription to the Pro plan that starts at `start`, on a test clock that only the test advances. */
export async function subscribedOnClock(
  world: World,
  start: number,
  card = 'visa',
  subscriptionData: Stripe.Checkout.SessionCreateParams.SubscriptionData = {},
) {
  const { stripe, emulator } = world;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const { customer, subscription: id } = await subscribe(world, {
    card,
    customer: { test_clock: clock.id },
    session: { subscription_data: subscriptionData },
  });
  return {
    customer,
    subscription: await stripe.subscriptions.retrieve(id),
    async advanceTo(time: number): Promise<void> {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time });
      await emulator.settle();
    },
  };
}
