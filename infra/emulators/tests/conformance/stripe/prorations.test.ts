import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { APRIL, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedHalfway, subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const summariseLines = ({ lines }: Stripe.Invoice) =>
  lines.data.map(({ amount, description }) => [amount, description]);

async function upgraded(subscription: Stripe.Subscription, change: Stripe.SubscriptionUpdateParams = {}) {
  return changeItem(stripe, subscription, { price: await findPrice(stripe, 'business_monthly') }, change);
}

describe('a proration', () => {
  it('is on the next invoice, which credits the old plan and charges the new one', async () => {
    const at = await subscribedHalfway(world);
    const changed = await upgraded(at.subscription);
    expect(changed.latest_invoice).toMatchObject({ id: at.subscription.latest_invoice });
    const items = await stripe.invoiceItems.list({ customer: at.customer, pending: true });
    expect(
      items.data.map(({ amount, proration, discountable }) => [amount, proration, discountable]),
    ).toEqual([
      [-50_000, true, false],
      [74_950, true, false],
    ]);
    const discounted = stripe.invoiceItems.update(String(items.data[0]?.id), { discountable: true });
    await expectInvalid(discounted, 'discountable');
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ subscription: changed.id })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total: 174_850 });
    expect(renewal && summariseLines(renewal)).toEqual([
      [-50_000, 'Unused time on Popular plan after 16 Apr 2027'],
      [74_950, 'Remaining time on Icebreaker plan after 16 Apr 2027'],
      [149_900, '1 × Icebreaker plan (at $1,499.00 / month)'],
    ]);
    expect((await stripe.invoiceItems.list({ customer: at.customer, pending: true })).data).toEqual([]);
    const [billed] = (await stripe.invoiceItems.list({ customer: at.customer, pending: false })).data;
    expect(billed).toMatchObject({ invoice: renewal?.id, amount: -50_000 });
  });

  it('is listed before older items, which are before those of the subscription', async () => {
    const at = await subscribedHalfway(world);
    const { id: subscription } = at;
    await stripe.invoiceItems.create({ customer: at.customer, amount: 700, currency: 'usd', subscription });
    await stripe.subscriptionItems.create({ subscription, price: await findPrice(stripe, 'basic_monthly') });
    const preview = await stripe.invoices.createPreview({ subscription });
    expect(summariseLines(preview).map(([, description]) => description)).toEqual([
      'Remaining time on Basic plan after 16 Apr 2027',
      null,
      expect.stringMatching(/^1 × Basic plan/),
      expect.stringMatching(/^1 × Popular plan/),
    ]);
  });

  it('is billed immediately or omitted on request', async () => {
    const at = await subscribedHalfway(world);
    const changed = await upgraded(at.subscription, AT_ONCE);
    expect(changed).toMatchObject({
      status: 'active',
      latest_invoice: { billing_reason: 'subscription_update', status: 'paid', amount_paid: 24_950 },
    });
    const other = await subscribedHalfway(world);
    const plain = await upgraded(other.subscription, { proration_behavior: 'none' });
    expect(plain.latest_invoice).toMatchObject({ billing_reason: 'subscription_create' });
    expect((await stripe.invoiceItems.list({ customer: other.customer })).data).toEqual([]);
  });

  it('starts at a requested date within the period', async () => {
    const at = await subscribedHalfway(world);
    const now = { ...AT_ONCE, proration_date: APRIL + 10 * 86_400 };
    const { latest_invoice } = await upgraded(at.subscription, now);
    expect(summariseLines(latest_invoice as Stripe.Invoice).map(([amount]) => amount)).toEqual([
      -66_667, 99_933,
    ]);
    await expectInvalid(upgraded(at.subscription, { proration_date: APRIL - 1 }), 'proration_date');
  });

  it('covers added and removed items and changed quantities', async () => {
    const at = await subscribedHalfway(world);
    const added = await stripe.subscriptions.update(at.id, {
      items: [{ price: await findPrice(stripe, 'basic_monthly'), quantity: 2 }],
    });
    expect(added.items.data.map(({ quantity }) => quantity)).toEqual([1, 2]);
    const [first, second] = added.items.data;
    expect(second?.current_period_end).toBe(first?.current_period_end);
    await stripe.subscriptions.update(at.id, {
      items: [
        { id: String(first?.id), deleted: true },
        { id: String(second?.id), quantity: 3 },
      ],
    });
    const pending = await stripe.invoiceItems.list({ customer: at.customer, pending: true });
    const basic = Number(second?.price.unit_amount);
    expect(pending.data.map(({ amount }) => amount)).toEqual([-50_000, -basic, 1.5 * basic, basic]);
    const last = stripe.subscriptions.update(at.id, { items: [{ id: String(second?.id), deleted: true }] });
    await expectRejection(last, { statusCode: 400 });
  });

  it('credits a cheaper plan to the customer balance, which the next invoice uses', async () => {
    const at = await subscribedHalfway(world);
    const price = await findPrice(stripe, 'basic_monthly');
    const basic = Number((await stripe.prices.retrieve(price)).unit_amount);
    const changed = await changeItem(stripe, at.subscription, { price }, AT_ONCE);
    const credit = basic / 2 - 50_000;
    expect(changed.latest_invoice).toMatchObject({
      status: 'paid',
      total: credit,
      amount_due: 0,
      amount_paid: 0,
      starting_balance: 0,
      ending_balance: credit,
    });
    expect(await stripe.customers.retrieve(at.customer)).toMatchObject({ balance: credit });
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ subscription: changed.id })).data;
    const rest = Math.min(0, credit + basic);
    expect(renewal).toMatchObject({ starting_balance: credit, ending_balance: rest, status: 'paid' });
    expect(await stripe.customers.retrieve(at.customer)).toMatchObject({ balance: rest });
    const { data } = await stripe.customers.listBalanceTransactions(at.customer);
    expect(data.map(({ amount, type, ending_balance }) => [amount, type, ending_balance])).toEqual([
      [rest - credit, 'applied_to_invoice', rest],
      [credit, 'applied_to_invoice', credit],
    ]);
  });

  it('restarts the period for another interval or anchor in classic mode, and bills it immediately', async () => {
    const at = await subscribedHalfway(world, 'visa', { billing_mode: { type: 'classic' } });
    const yearly = { product: 'outharbor_pro', recurring: { interval: 'year' } } as const;
    const price = await newPrice(stripe, 1_000_000, yearly);
    const changed = await changeItem(stripe, at.subscription, { price });
    expect(changed).toMatchObject({
      billing_cycle_anchor: MIDDLE,
      items: { data: [{ current_period_start: MIDDLE, current_period_end: Date.UTC(2028, 3, 16) / 1000 }] },
      latest_invoice: { billing_reason: 'subscription_update', status: 'paid', total: 950_000 },
    });
    expect(summariseLines(changed.latest_invoice as Stripe.Invoice)).toEqual([
      [-50_000, 'Unused time on Popular plan after 16 Apr 2027'],
      [1_000_000, '1 × Popular plan (at $10,000.00 / year)'],
    ]);
    const again = await stripe.subscriptions.update(changed.id, { billing_cycle_anchor: { type: 'now' } });
    expect(again.latest_invoice).not.toBe((changed.latest_invoice as Stripe.Invoice).id);
  });

  it('covers the start and the end of a trial', async () => {
    const at = await subscribedHalfway(world);
    const trial = await stripe.subscriptions.update(at.id, { trial_end: MAY, expand: ['latest_invoice'] });
    expect(trial).toMatchObject({
      status: 'trialing',
      trial_end: MAY,
      billing_cycle_anchor: MAY,
      latest_invoice: { total: -50_000, status: 'paid' },
    });
    const ended = await stripe.subscriptions.update(trial.id, {
      trial_end: 'now',
      expand: ['latest_invoice'],
    });
    expect(ended).toMatchObject({
      status: 'active',
      trial_end: MIDDLE,
      latest_invoice: { total: 100_000, amount_due: 50_000, starting_balance: -50_000, status: 'paid' },
    });
  });
});

describe('an invoice preview', () => {
  it('matches the invoice of the change to the cent, and changes nothing', async () => {
    const at = await subscribedHalfway(world);
    const events = (await emulator.state()).events.length;
    const item = { id: at.item, price: await findPrice(stripe, 'business_monthly') };
    const preview = (subscription_details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {}) =>
      stripe.invoices.createPreview({ subscription: at.id, subscription_details });
    expect(await preview()).toMatchObject({ total: 100_000, billing_reason: 'upcoming', status: 'draft' });
    const next = await preview({ items: [item] });
    expect(next).toMatchObject({ total: 174_850, amount_due: 174_850, number: null });
    const atOnce = await preview({ items: [item], proration_behavior: 'always_invoice' });
    expect(atOnce).toMatchObject({ total: 24_950 });
    expect((await emulator.state()).events).toHaveLength(events);
    expect((await stripe.invoiceItems.list({ customer: at.customer })).data).toEqual([]);
    await upgraded(at.subscription);
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ subscription: at.id })).data;
    expect(renewal && summariseLines(renewal)).toEqual(summariseLines(next));
  });

  it('shows the first invoice of a new subscription, even if the customer has one already', async () => {
    const at = await subscribedOnClock(world, APRIL);
    const items = [{ price: await findPrice(stripe, 'basic_monthly'), quantity: 2 }];
    const basic = Number((await stripe.prices.retrieve(String(items[0]?.price))).unit_amount);
    for (const customer of [at.customer, (await stripe.customers.create()).id]) {
      const next = await stripe.invoices.createPreview({ customer, subscription_details: { items } });
      expect(next).toMatchObject({ customer, total: 2 * basic, billing_reason: 'upcoming', status: 'draft' });
      expect(next.lines.data).toHaveLength(1);
    }
    expect((await stripe.subscriptions.list({ customer: at.customer })).data).toHaveLength(1);
    await expectInvalid(stripe.invoices.createPreview({ subscription_details: { items } }), 'customer');
  });
});
