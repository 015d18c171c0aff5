import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice, lineItem, subscribe } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld, type World } from '../../support/stripe/forms.ts';
import { vatRate } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

/** A plan at 1,000 dollars a month with a one-time fee of 50 dollars. */
async function planWithFee({ stripe }: World): Promise<Stripe.Checkout.SessionCreateParams.LineItem[]> {
  return [lineItem(2500, 'Setup', 2), { price: await findPrice(stripe), quantity: 1 }];
}

async function listInvoices({ stripe }: World, subscription: string) {
  const { data } = await stripe.invoices.list({ subscription });
  return data.toReversed().map(({ total, status, lines }) => ({
    total,
    status,
    lines: lines.data.map(({ amount, description }) => `${amount} ${description}`),
  }));
}

describe('a one-time price next to a recurring one', () => {
  it('is paid with the first period and on no later invoice', async () => {
    const line_items = await planWithFee(world);
    const { session, subscription } = await subscribe(world, { session: { line_items } });
    expect(
      await stripe.checkout.sessions.retrieve(session, { expand: ['line_items', 'invoice'] }),
    ).toMatchObject({
      amount_subtotal: 105_000,
      amount_total: 105_000,
      payment_status: 'paid',
      invoice: { amount_paid: 105_000, billing_reason: 'subscription_create' },
      line_items: { data: [{ amount_total: 5000, price: { type: 'one_time' } }, { amount_total: 100_000 }] },
    });
    const { items } = await stripe.subscriptions.retrieve(subscription);
    expect(items.data).toMatchObject([{ price: { id: await findPrice(stripe) }, quantity: 1 }]);
    expect((await stripe.invoices.createPreview({ subscription })).total).toBe(100_000);

    await emulator.advanceTime({ months: 1 });
    expect(await listInvoices(world, subscription)).toEqual([
      { total: 105_000, status: 'paid', lines: ['5000 Setup', expect.stringMatching(/^100000 /)] },
      { total: 100_000, status: 'paid', lines: [expect.stringMatching(/^100000 /)] },
    ]);
    const [{ amount } = { amount: 0 }] = (await stripe.charges.list()).data.toReversed();
    expect(amount).toBe(105_000);
  });

  it('is paid immediately if there is a trial', async () => {
    const { session, subscription, customer } = await subscribe(world, {
      session: { line_items: await planWithFee(world), subscription_data: { trial_period_days: 7 } },
    });
    expect(await stripe.checkout.sessions.retrieve(session)).toMatchObject({
      amount_total: 5000,
      payment_status: 'paid',
    });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'trialing' });
    await emulator.advanceTime({ seconds: 7 * DAY + 1 });
    expect((await stripe.charges.list({ customer })).data.map(({ amount }) => amount)).toEqual([
      100_000, 5000,
    ]);
    expect((await listInvoices(world, subscription)).map(({ total }) => total)).toEqual([5000, 100_000]);
  });

  it.each([
    ['percent_off', { percent_off: 33.3 }, 70_035],
    ['amount_off', { amount_off: 999 }, 104_001],
  ] as const)('has its share of a coupon with %s on the first invoice', async (_name, off, total) => {
    const { id } = await stripe.coupons.create({ ...off, currency: 'usd', duration: 'once' });
    const { session, subscription } = await subscribe(world, {
      session: { line_items: await planWithFee(world), discounts: [{ coupon: id }] },
    });
    expect((await stripe.checkout.sessions.retrieve(session)).amount_total).toBe(total);
    await emulator.advanceTime({ months: 1 });
    expect((await listInvoices(world, subscription)).map((invoice) => invoice.total)).toEqual([
      total,
      100_000,
    ]);
  });

  it('is taxed at its own rates, or else at those of the subscription', async () => {
    const [half, tenth] = await Promise.all([50, 10].map((percentage) => vatRate(stripe, percentage)));
    const [fee, plan] = await planWithFee(world);
    const pay = async (line_items: Stripe.Checkout.SessionCreateParams.LineItem[]) => {
      const subscription_data = { default_tax_rates: [String(tenth)] };
      const paid = await subscribe(world, { session: { line_items, subscription_data } });
      const { amount_total } = await stripe.checkout.sessions.retrieve(paid.session);
      const [invoice] = await listInvoices(world, paid.subscription);
      expect(invoice?.total).toBe(amount_total);
      return amount_total;
    };
    expect(await pay([{ ...fee, tax_rates: [String(half)] }, { ...plan }])).toBe(117_500);
    expect(await pay([{ ...fee }, { ...plan }])).toBe(115_500);
  });

  it('is on the page, with the amounts due today and per month', async () => {
    const { url } = await createSession(stripe, { line_items: await planWithFee(world) });
    const text = (await (await fetch(`${emulator.url}${new URL(String(url)).pathname}`)).text())
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain('Subscribe to Popular plan');
    expect(text).toContain('$1,050.00 today');
    expect(text).toContain('Setup × 2 $50.00 once');
    expect(text).toContain('$1,000.00 per month');
    expect(text).toContain('You authorize the charge of $1,050.00 now and the recurring charge');
  });

  it('is rejected without a recurring price, in another currency and with two intervals', async () => {
    const [fee, plan] = await planWithFee(world);
    const data = { currency: 'usd', unit_amount: 100, product_data: { name: 'A' } };
    const year = { price_data: { ...data, recurring: { interval: 'year' as const } }, quantity: 1 };
    const euro = { price_data: { ...data, currency: 'eur' }, quantity: 1 };
    const open = (...line_items: unknown[]) =>
      createSession(stripe, { line_items: line_items as (typeof euro)[] });
    const message = 'You must provide at least one recurring price in `subscription` mode when using prices.';
    await expectRejection(open(fee), { message, param: 'line_items[0][price]' });
    await expectInvalid(open(plan, euro), 'line_items');
    await expectInvalid(open(fee, plan, year), 'line_items');
  });
});
