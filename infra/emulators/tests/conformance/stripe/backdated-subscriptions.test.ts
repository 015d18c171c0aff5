import { expect, it } from 'vitest';
import { findPrice, monthlyPrice } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
/** 2026-03-01, 00:00 UTC. */
const START = 1_772_323_200;

async function backdated(changes: object, days = 45) {
  const { customer } = await customerOnClock(world, START + days * DAY);
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price: await monthlyPrice(stripe, 3000) }],
    backdate_start_date: START,
    expand: ['latest_invoice'],
    ...changes,
  });
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') throw new Error('there is no invoice');
  const lines = invoice.lines.data.map(({ amount, period }) => [
    amount,
    (period.start - START) / DAY,
    Math.round((period.end - START) / DAY),
  ]);
  return { subscription, lines };
}

it('a backdated subscription is billed for each period since its start, and for the current one', async () => {
  const { subscription, lines } = await backdated({});
  expect(subscription).toMatchObject({ start_date: START, billing_cycle_anchor: START + 45 * DAY });
  expect(lines).toEqual([
    [3000, 0, 31],
    [1400, 31, 45],
    [3000, 45, 75],
  ]);
});

it('a backdated subscription has a single line for the time before in classic billing mode', async () => {
  const { lines } = await backdated({ billing_mode: { type: 'classic' } });
  expect(lines).toEqual([
    [4400, 0, 45],
    [3000, 45, 75],
  ]);
});

it('a backdated subscription is billed until a later anchor only', async () => {
  const { lines } = await backdated({ billing_cycle_anchor: START + 20 * DAY }, 10);
  expect(lines).toEqual([[1935, 0, 20]]);
});

it('a backdated subscription owes nothing for the time before without prorations', async () => {
  const { subscription, lines } = await backdated({ proration_behavior: 'none' });
  expect(subscription.start_date).toBe(START);
  expect(lines).toEqual([[3000, 45, 75]]);
});

it('a backdated subscription is rejected with a start in the future', async () => {
  const customer = await payer(world);
  const call = stripe.subscriptions.create({
    customer,
    items: [{ price: await findPrice(stripe) }],
    backdate_start_date: (await emulator.now()) + DAY,
  });
  await expectInvalid(call, 'backdate_start_date');
});
