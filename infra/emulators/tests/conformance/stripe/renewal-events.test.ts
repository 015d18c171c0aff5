import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, subscribe } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import {
  changeItem,
  latestInvoice,
  payByCard,
  payer,
  payerWithCard,
  subscribedPayer,
} from '../../support/stripe/payer.ts';

const world = createWorld({ draftSeconds: 3600 });
const { stripe, emulator } = world;

/** Names of the events that `work` causes, oldest first; a subscription's with its change of status. */
async function collectEvents(work: () => Promise<unknown>): Promise<string[]> {
  const list = async () => (await stripe.events.list({ limit: 100 })).data;
  await emulator.settle();
  const [latest] = await list();
  await work();
  await emulator.settle();
  const all = await list();
  const until = all.findIndex(({ id }) => id === latest?.id);
  // After a month the earlier events are gone.
  return all
    .slice(0, until < 0 ? all.length : until)
    .toReversed()
    .map(describeEvent);
}

function describeEvent({ type, data }: Stripe.Event): string {
  const before = Reflect.get(data.previous_attributes ?? {}, 'status');
  const isSubscription = type === 'customer.subscription.updated' && before !== undefined;
  return isSubscription ? `${type} ${before}→${Reflect.get(data.object, 'status')}` : type;
}

describe('a renewal', () => {
  it('starts the period at once and charges its invoice an hour later', async () => {
    const { id } = await subscribedPayer(world);
    const start = await collectEvents(() => emulator.advanceTime({ months: 1, minutes: 30 }));
    expect(start).toEqual(['invoice.created', 'customer.subscription.updated']);
    const draft = await latestInvoice(world, id);
    expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle' });
    // zulip/zulip, invoice_payment_failed.json, a sample of Stripe's dashboard.
    expect(draft.next_payment_attempt).toBe(draft.created + 3600);
    const later = await collectEvents(() => emulator.advanceTime({ hours: 1 }));
    expect(later).toEqual([
      'payment_intent.created',
      'invoice.finalized',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
    ]);
    expect(await latestInvoice(world, id)).toMatchObject({ status: 'paid', next_payment_attempt: null });
  });
});

describe('the end of a trial', () => {
  const TRIAL = { trial_period_days: 7 };

  it('makes the subscription active before a declined card makes it past due', async () => {
    const { id } = await subscribedPayer(world, TRIAL, 'pm_card_chargeCustomerFail');
    const events = await collectEvents(() => emulator.advanceTime({ days: 7, hours: 2 }));
    const [active, failed, pastDue] = [
      'customer.subscription.updated trialing→active',
      'invoice.payment_failed',
      'customer.subscription.updated active→past_due',
    ].map((name) => events.indexOf(name));
    expect([active, failed, pastDue]).not.toContain(-1);
    expect([active, failed, pastDue].toSorted((a = 0, b = 0) => a - b)).toEqual([active, failed, pastDue]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
  });

  it('does so too when an update ends it', async () => {
    const { id } = await subscribedPayer(world, TRIAL, 'pm_card_chargeCustomerFail');
    const events = await collectEvents(() => stripe.subscriptions.update(id, { trial_end: 'now' }));
    expect(events.filter((name) => /→|payment_failed/.test(name))).toEqual([
      'customer.subscription.updated trialing→active',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.updated active→past_due',
    ]);
  });

  it('is active for an hour with a card that pays', async () => {
    const { id } = await subscribedPayer(world, TRIAL);
    await emulator.advanceTime({ seconds: 7 * DAY + 60 });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect(await latestInvoice(world, id)).toMatchObject({ status: 'draft' });
  });
});

// Source: events of Stripe that public programs keep (2017-08-15, 2025-11-17.clover), and logs of its command-line tool.
describe('a subscription bought at a checkout', () => {
  it('is announced before its first invoice, all of whose events show it paid', async () => {
    const events = await collectEvents(() => subscribe(world));
    const invoiceEvents = [
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'invoice.payment_succeeded',
    ];
    expect(events.slice(events.indexOf('customer.updated'))).toEqual([
      'customer.updated',
      'customer.subscription.created',
      ...invoiceEvents,
      'invoice_payment.paid',
      'checkout.session.completed',
    ]);
    const { data } = await stripe.events.list({ types: invoiceEvents, limit: 4 });
    for (const event of data) {
      expect(event.data.object).toMatchObject({
        ...{ status: 'paid', amount_paid: 100_000, amount_remaining: 0, attempted: true, attempt_count: 0 },
        ...{ auto_advance: false, next_payment_attempt: null },
      });
    }
  });
});

describe('an account', () => {
  it('announces a recurring price as a plan too', async () => {
    const product = (await stripe.products.create({ name: 'A' })).id;
    const price = { product, unit_amount: 500, currency: 'usd' };
    const once = await collectEvents(() => stripe.prices.create(price));
    expect(once).toEqual(['price.created']);
    const recurring = await collectEvents(() =>
      stripe.prices.create({ ...price, recurring: { interval: 'month' } }),
    );
    expect(recurring).toEqual(['plan.created', 'price.created']);
  });

  it('announces no update of an invoice that is paid when it is created', async () => {
    const events = await collectEvents(() => subscribedPayer(world));
    expect(events).toContain('invoice.paid');
    expect(events).not.toContain('invoice.updated');
  });

  it('announces no payment of an invoice that was paid out of band', async () => {
    const { latest_invoice } = await subscribedPayer(world, {
      collection_method: 'send_invoice',
      days_until_due: 3,
    });
    const id = String(latest_invoice);
    await stripe.invoices.finalizeInvoice(id);
    const events = await collectEvents(() => stripe.invoices.pay(id, { paid_out_of_band: true }));
    expect(events).toContain('invoice.paid');
    expect(events.filter((name) => /payment_succeeded|invoice_payment/.test(name))).toEqual([]);
  });

  it('releases an authorization that was not captured within seven days', async () => {
    const { customer, card } = await payerWithCard(world);
    const { id } = await payByCard(stripe, 1000, {
      ...{ customer, payment_method: card, capture_method: 'manual' },
    });
    const events = await collectEvents(() => emulator.advanceTime({ days: 7, minutes: 1 }));
    expect(events).toEqual(['charge.expired', 'payment_intent.canceled']);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'automatic',
    });
  });
});

describe('invoice_payment.paid', () => {
  const former = createWorld({ apiVersion: '2024-06-20' });

  it('is not sent by an account whose version is older than invoice payments', async () => {
    const customer = await payer(former);
    await former.stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(former.stripe) }],
    });
    const types = (await former.stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toContain('invoice.paid');
    expect(types).not.toContain('invoice_payment.paid');
  });
});

describe('a change of plan with default_incomplete', () => {
  it('leaves a payment that can be confirmed with the default payment method', async () => {
    const made = await subscribedPayer(world);
    const price = await findPrice(stripe, 'business_monthly');
    const changed = await changeItem(
      stripe,
      made,
      { price },
      {
        ...{ payment_behavior: 'default_incomplete', proration_behavior: 'always_invoice' },
        expand: ['latest_invoice.payments'],
      },
    );
    const [payment] = (changed.latest_invoice as Stripe.Invoice).payments?.data ?? [];
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent));
    const [method] = (await stripe.paymentMethods.list({ customer: String(made.customer) })).data;
    expect(intent).toMatchObject({ status: 'requires_confirmation', payment_method: method?.id });
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' });
  });
});
