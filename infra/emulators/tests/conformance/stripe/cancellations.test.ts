import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { HOUR, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { subscribedHalfway } from '../../support/stripe/on-clock.ts';
import { changeItem, expandedInvoice, payForWith } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

describe('an immediate cancellation', () => {
  /** A subscription whose pending upgrade credits 500 dollars and charges 749.50. */
  async function upgraded() {
    const at = await subscribedHalfway(world);
    await changeItem(stripe, at.subscription, { price: await findPrice(stripe, 'business_monthly') });
    return at;
  }

  const listPending = async (customer: string) =>
    (await stripe.invoiceItems.list({ customer, pending: true })).data.map(({ amount }) => amount);
  const FINAL = { expand: ['latest_invoice'] };

  it('stops collecting what is outstanding', async () => {
    const { advanceTo, customer, id } = await subscribedHalfway(world);
    await payForWith(world, customer, id, 'pm_card_chargeCustomerFail');
    await advanceTo(MAY + HOUR);
    const { latest_invoice } = await stripe.subscriptions.retrieve(id);
    const outstanding = await stripe.invoices.retrieve(String(latest_invoice));
    expect(outstanding).toMatchObject({ status: 'open', auto_advance: true });
    await stripe.subscriptions.cancel(id);
    expect(await stripe.invoices.retrieve(outstanding.id)).toMatchObject({
      ...{ status: 'open', auto_advance: false, next_payment_attempt: null },
    });
    const [event] = (await stripe.events.list({ type: 'invoice.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ auto_advance: true });
  });

  it('takes the place of a scheduled one', async () => {
    const { id } = await subscribedHalfway(world);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({
      ...{ status: 'canceled', cancel_at: null, cancel_at_period_end: false },
      canceled_at: MIDDLE,
    });
  });

  it.each(['canceled', 'void'] as const)('expires a subscription that was never paid: %s', async (how) => {
    const { customer } = await subscribedHalfway(world);
    const items = [{ price: await findPrice(stripe) }];
    const { id, latest_invoice } = await stripe.subscriptions.create({
      ...{ customer, items, payment_behavior: 'default_incomplete' },
    });
    if (how === 'canceled') await stripe.subscriptions.cancel(id);
    else await stripe.invoices.voidInvoice(String(latest_invoice));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'incomplete_expired',
      ended_at: MIDDLE,
      canceled_at: how === 'canceled' ? MIDDLE : null,
    });
    expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({ status: 'void' });
    expect(await listEvents(world, id)).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
    ]);
  });

  it('bills nothing by default, and removes pending prorations but no other pending items', async () => {
    const at = await upgraded();
    await stripe.invoiceItems.create({ customer: at.customer, amount: 700, currency: 'usd' });
    const canceled = await stripe.subscriptions.cancel(at.id);
    expect(canceled).toMatchObject({ status: 'canceled', latest_invoice: at.subscription.latest_invoice });
    expect(await listPending(at.customer)).toEqual([700]);
    const { data } = await stripe.events.list({ type: 'invoiceitem.deleted' });
    expect(data).toHaveLength(2);
    expect(await stripe.customers.retrieve(at.customer)).toMatchObject({ balance: 0 });
  });

  it('credits the unused time on a final invoice', async () => {
    const at = await subscribedHalfway(world);
    const canceled = await stripe.subscriptions.cancel(at.id, { prorate: true, invoice_now: true, ...FINAL });
    expect(canceled).toMatchObject({
      status: 'canceled',
      latest_invoice: { billing_reason: 'subscription_cycle', total: -50_000, status: 'paid' },
    });
    expect(expandedInvoice(canceled).lines.data).toMatchObject([
      { amount: -50_000, description: 'Unused time on Popular plan after 16 Apr 2027' },
    ]);
    expect(await stripe.customers.retrieve(at.customer)).toMatchObject({ balance: -50_000 });
    const [deleted] = (await stripe.events.list({ type: 'customer.subscription.deleted' })).data;
    expect(deleted?.data.object).toMatchObject({ latest_invoice: expandedInvoice(canceled).id });
  });

  it('charges what is pending on a final invoice, and creates none if nothing is', async () => {
    const at = await upgraded();
    const canceled = await stripe.subscriptions.cancel(at.id, { invoice_now: true, ...FINAL });
    expect(expandedInvoice(canceled)).toMatchObject({ status: 'paid', amount_paid: 24_950 });
    const other = await subscribedHalfway(world);
    const plain = await stripe.subscriptions.cancel(other.id, { invoice_now: true });
    expect(plain.latest_invoice).toBe(other.subscription.latest_invoice);
  });

  it('leaves the credit to the next invoice of the customer without a final one', async () => {
    const at = await subscribedHalfway(world);
    await stripe.subscriptions.cancel(at.id, { prorate: true });
    const [credit] = (await stripe.invoiceItems.list({ customer: at.customer, pending: true })).data;
    expect(credit).toMatchObject({ amount: -50_000, parent: null, proration: true });
    expect(credit).not.toHaveProperty('proration_details');
    const next = await stripe.invoices.create({
      ...{ customer: at.customer, pending_invoice_items_behavior: 'include' },
    });
    expect(next.total).toBe(-50_000);
  });

  it('credits no time of a trial or of an unpaid first period', async () => {
    const { id: customer } = await stripe.customers.create();
    const items = [{ price: await findPrice(stripe) }];
    const trial = await stripe.subscriptions.create({ customer, items, trial_period_days: 7 });
    const unpaid = await stripe.subscriptions.create({
      customer,
      items,
      payment_behavior: 'default_incomplete',
    });
    for (const { id } of [trial, unpaid]) {
      await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    }
    expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
  });

  it('credits and bills by default for a schedule', async () => {
    const at = await subscribedHalfway(world);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: at.id });
    await stripe.subscriptionSchedules.cancel(schedule.id);
    expect(await stripe.customers.retrieve(at.customer)).toMatchObject({ balance: -50_000 });
    const other = await subscribedHalfway(world);
    const kept = await stripe.subscriptionSchedules.create({ from_subscription: other.id });
    await stripe.subscriptionSchedules.cancel(kept.id, { prorate: false, invoice_now: false });
    expect(await stripe.customers.retrieve(other.customer)).toMatchObject({ balance: 0 });
  });

  it('collects what is pending at the end of the period, if it is scheduled', async () => {
    const at = await upgraded();
    await stripe.invoiceItems.create({ customer: at.customer, amount: 700, currency: 'usd' });
    await stripe.subscriptions.update(at.id, { cancel_at_period_end: true });
    const upcoming = await stripe.invoices.createPreview({ subscription: at.id });
    expect(upcoming).toMatchObject({ total: 25_650, lines: { total_count: 3 } });
    await at.advanceTo(MAY + 2 * HOUR);
    expect(await stripe.subscriptions.retrieve(at.id, FINAL)).toMatchObject({
      status: 'canceled',
      ended_at: MAY,
      latest_invoice: { status: 'paid', amount_paid: 25_650, created: MAY },
    });
    expect(await listPending(at.customer)).toEqual([]);
  });

  it('bills nothing at the end of the period if nothing is pending', async () => {
    const { advanceTo, id, subscription } = await subscribedHalfway(world);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expectRejection(stripe.invoices.createPreview({ subscription: id }), {
      code: 'invoice_upcoming_none',
    });
    await advanceTo(MAY + 2 * HOUR);
    const { latest_invoice, status } = await stripe.subscriptions.retrieve(id);
    expect([status, latest_invoice]).toEqual(['canceled', subscription.latest_invoice]);
  });
});
