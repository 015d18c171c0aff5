import { describe, expect, it } from 'vitest';
import { findPrice, subscribe } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, MAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a subscription', () => {
  it('is listed by customer, price and status', async () => {
    const { customer, subscription } = await subscribe(world);
    const { data } = await stripe.subscriptions.list({ customer });
    expect(data).toMatchObject([{ id: subscription, status: 'active', items: { data: [{ quantity: 1 }] } }]);
    expect(
      (await stripe.subscriptions.list({ price: await findPrice(stripe, 'basic_monthly') })).data,
    ).toEqual([]);
    expect((await stripe.subscriptions.list({ status: 'canceled' })).data).toEqual([]);
    const items = await stripe.subscriptionItems.list({ subscription });
    expect(items.data).toMatchObject([{ object: 'subscription_item', price: { lookup_key: 'pro_monthly' } }]);
  });

  it('is canceled immediately', async () => {
    const { subscription, customer } = await subscribe(world);
    const canceled = await stripe.subscriptions.cancel(subscription, {
      cancellation_details: { feedback: 'unused' },
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_details: { feedback: 'unused', reason: 'cancellation_requested' },
    });
    expect(canceled.ended_at).not.toBeNull();
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    await expectRejection(stripe.subscriptions.cancel(subscription), { statusCode: 404 });
    await expectRejection(stripe.subscriptions.update(subscription, { description: 'x' }), {
      statusCode: 400,
    });
    expect(await stripe.subscriptions.update(subscription, { metadata: { left: 'moved' } })).toMatchObject({
      status: 'canceled',
      metadata: { left: 'moved' },
    });
  });

  it('changes its price and metadata', async () => {
    const { subscription } = await subscribe(world);
    const { items } = await stripe.subscriptions.retrieve(subscription);
    const price = await findPrice(stripe, 'business_monthly');
    const item = { id: String(items.data[0]?.id), price };
    const changed = await stripe.subscriptions.update(subscription, {
      items: [item],
      proration_behavior: 'none',
      metadata: { plan: 'business' },
    });
    expect(changed).toMatchObject({
      metadata: { plan: 'business' },
      items: { data: [{ id: item.id, price: { id: price } }] },
    });
    await expectInvalid(
      stripe.subscriptions.update(subscription, {
        items: [{ id: 'si_none', price }],
        proration_behavior: 'none',
      }),
      'items[0][id]',
    );
  });
});

describe('a renewal', () => {
  it('retries a failed payment after three, five and seven days, then cancels the subscription', async () => {
    const at = await subscribedOnClock(world, APRIL, 'fails_on_renewal');
    const { id } = at.subscription;
    const retrieved = () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    const pastDue = async (attempt_count: number, next_payment_attempt: number) =>
      expect(await retrieved()).toMatchObject({
        status: 'past_due',
        latest_invoice: { status: 'open', attempt_count, next_payment_attempt, amount_remaining: 100_000 },
      });
    await at.advanceTo(MAY);
    await pastDue(1, MAY + 3 * DAY);
    await at.advanceTo(MAY + 3 * DAY - 1);
    await pastDue(1, MAY + 3 * DAY);
    await at.advanceTo(MAY + 3 * DAY);
    await pastDue(2, MAY + 8 * DAY);
    await at.advanceTo(MAY + 8 * DAY);
    await pastDue(3, MAY + 15 * DAY);
    await at.advanceTo(MAY + 15 * DAY - 1);
    await pastDue(3, MAY + 15 * DAY);
    await at.advanceTo(MAY + 15 * DAY);
    expect(await retrieved()).toMatchObject({
      status: 'canceled',
      ended_at: MAY + 15 * DAY,
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { attempt_count: 4, next_payment_attempt: null },
    });
  });

  it('is paid at once by bank debit, unlike the first payment', async () => {
    const { subscription, customer } = await subscribe(world, { card: 'bank_debit' });
    const statuses = async () => (await stripe.charges.list({ customer })).data.map(({ status }) => status);
    expect(await statuses()).toEqual(['pending']);
    await emulator.advanceTime({ months: 1, seconds: 1 });
    expect(await statuses()).toEqual(['succeeded', 'succeeded']);
    expect(await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { billing_reason: 'subscription_cycle', status: 'paid' },
    });
  });

  it('reactivates the subscription once the open invoice is paid with another card', async () => {
    const { subscription, customer } = await subscribe(world, { card: 'fails_on_renewal' });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    const [open] = (await stripe.invoices.list({ subscription, status: 'open' })).data;
    const invoice = String(open?.id);
    await expectRejection(stripe.invoices.pay(invoice), {
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'generic_decline',
    });
    // Attempts on request count only as the first one (docs.stripe.com/api/invoices/object).
    const { next_payment_attempt } = open ?? {};
    const unpaid = { attempt_count: 1, next_payment_attempt };
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject(unpaid);
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    expect(await stripe.invoices.pay(invoice, { payment_method: method.id })).toMatchObject({
      attempt_count: 1,
      status: 'paid',
    });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    await expectRejection(stripe.invoices.pay(invoice), {
      ...{ statusCode: 400, code: undefined, message: 'Invoice is already paid' },
    });
  });
});

describe('a test clock', () => {
  it('advances the time of its own customers only', async () => {
    const start = Math.floor(Date.UTC(2027, 0, 31) / 1000);
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: 'January' });
    expect(clock).toMatchObject({ object: 'test_helpers.test_clock', status: 'ready', frozen_time: start });
    const { subscription } = await subscribe(world, { customer: { test_clock: clock.id } });
    const other = await subscribe(world);
    const periods = async () => {
      const { items } = await stripe.subscriptions.retrieve(subscription);
      return new Date(Number(items.data[0]?.current_period_end) * 1000).toISOString().slice(0, 10);
    };
    expect(await periods()).toBe('2027-02-28');
    expect(
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 59 * DAY }),
    ).toMatchObject({ status: 'advancing' });
    await emulator.settle();
    expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
      status: 'ready',
      frozen_time: start + 59 * DAY,
    });
    expect(await periods()).toBe('2027-04-30');
    expect((await stripe.invoices.list({ subscription })).data).toHaveLength(3);
    expect((await stripe.invoices.list({ subscription: other.subscription })).data).toHaveLength(1);
    const back = stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start });
    await expectInvalid(back, 'frozen_time');
  });

  it('deletes its customers and cancels their subscriptions when deleted', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
    const { customer, subscription } = await subscribe(world, { customer: { test_clock: clock.id } });
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
  });
});
