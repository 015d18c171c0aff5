import { Session } from 'node:inspector/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payerWithCard } from '../../support/stripe/payer.ts';

const world = createWorld();
const { stripe } = world;

// What is due meanwhile would enter files too.
vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
afterAll(() => vi.useRealTimers());

/** How many files of the emulator a call enters, by their named functions. */
async function countEntered(call: () => Promise<unknown>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const entered = result.filter(
    ({ functions, url }) =>
      url.includes('/emulators/stripe/src/') &&
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return new Set(entered.map(({ url }) => url)).size;
}

/** What other suites of the process left behind enters files too, but not at every attempt. */
async function countAlone(call: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) counts.push(await countEntered(call));
  return Math.min(...counts);
}

it('enters at most 18 files to retrieve a coupon, and 90 to create a subscription with a discount', async () => {
  const { customer, card } = await payerWithCard(world);
  const items = [{ price: await monthlyPrice(stripe, 500) }];
  const { id: coupon } = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
  await stripe.coupons.list();
  const subscription = { customer, default_payment_method: card, items, discounts: [{ coupon }] };
  const retrieval = await countAlone(() => stripe.coupons.retrieve(coupon));
  const purchase = await countAlone(() => stripe.subscriptions.create(subscription));
  expect(retrieval).toBeLessThanOrEqual(18);
  expect(purchase).toBeLessThanOrEqual(90);
  // A path that was not measured would be short too.
  expect(Math.min(retrieval, purchase - 40)).toBeGreaterThan(10);
});
