import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { latestInvoice, openInvoice, payer, subscribedPayer } from '../../support/stripe/payer.ts';

const world = createWorld();
const { stripe, emulator } = world;

const itemPeriod = ({ items }: Stripe.Subscription) => {
  const [item] = items.data;
  return { start: item?.current_period_start, end: item?.current_period_end };
};

// An invoice is for the former period, its lines are for the new one: github.com/stripe/stripe-dotnet/issues/1611.
describe('the period of an invoice', () => {
  it('of a new subscription is the time of its start', async () => {
    const subscription = await subscribedPayer(world);
    const { start } = itemPeriod(subscription);
    expect(await latestInvoice(world, subscription.id)).toMatchObject({
      period_start: start,
      period_end: start,
    });
  });

  it('of a renewal is the period that has ended', async () => {
    const subscription = await subscribedPayer(world);
    const { start, end } = itemPeriod(subscription);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await latestInvoice(world, subscription.id)).toMatchObject({
      billing_reason: 'subscription_cycle',
      period_start: start,
      period_end: end,
      lines: { data: [{ period: { start: end } }] },
    });
  });

  it('at the end of a trial is the trial', async () => {
    const { id, trial_start, trial_end } = await subscribedPayer(world, { trial_period_days: 7 });
    await emulator.advanceTime({ days: 7, minutes: 1 });
    expect(await latestInvoice(world, id)).toMatchObject({
      period_start: trial_start,
      period_end: trial_end,
    });
  });

  it('of a change begins with the current period', async () => {
    const subscription = await subscribedPayer(world);
    const [item] = subscription.items.data;
    await emulator.advanceTime({ days: 5 });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: String(item?.id), quantity: 3 }],
      proration_behavior: 'always_invoice',
    });
    const invoice = await latestInvoice(world, subscription.id);
    expect(invoice).toMatchObject({
      period_start: itemPeriod(subscription).start,
      period_end: invoice.created,
    });
    expect(invoice.period_end - invoice.period_start).toBeGreaterThanOrEqual(5 * 86_400);
  });

  it('of a preview is the current period', async () => {
    const subscription = await subscribedPayer(world);
    const { start, end } = itemPeriod(subscription);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(preview).toMatchObject({ period_start: start, period_end: end });
  });

  it('of an invoice made by request is the time of its creation, whatever its lines are for', async () => {
    const { id, customer, created } = await openInvoice(world, await payer(world), [500]);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ period_start: created, period_end: created });
    const draft = await stripe.invoices.create({ customer: String(customer) });
    const period = { start: created - 9000, end: created };
    const line = { customer: String(customer), amount: 1, currency: 'usd', invoice: draft.id, period };
    await stripe.invoiceItems.create(line);
    expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ period_start: draft.created });
  });
});
