import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, HOUR, MAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { expandedInvoice, payForWith } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const SENT = { collection_method: 'send_invoice', days_until_due: 10 } as const;

describe('a subscription whose invoices are sent', () => {
  async function subscribed(params: Partial<Stripe.SubscriptionCreateParams> = SENT) {
    const buyer = { email: 'ada@example.com' };
    const { customer, advanceTo } = await customerOnClock(world, APRIL, buyer);
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      expand: ['latest_invoice'],
      ...params,
    });
    return { customer, subscription, id: subscription.id, advanceTo };
  }

  const retrieved = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

  it('is active before it is paid; its first invoice is a draft for an hour', async () => {
    const at = await subscribed();
    expect(at.subscription).toMatchObject({
      status: 'active',
      ...SENT,
      latest_invoice: {
        status: 'draft',
        collection_method: 'send_invoice',
        auto_advance: true,
        due_date: APRIL + 10 * DAY,
        automatically_finalizes_at: APRIL + HOUR,
        total: 100_000,
      },
    });
    await at.advanceTo(APRIL + HOUR);
    const open = await retrieved(at.id);
    expect(open).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'open', amount_remaining: 100_000, attempt_count: 0 },
    });
    expect(expandedInvoice(open).hosted_invoice_url).toContain('/i/in_');
    expect(await listEvents(world, String(expandedInvoice(open).id))).toEqual([
      ...['invoice.created', 'invoice.finalized', 'invoice.updated', 'invoice.sent'],
    ]);
    const [updated] = (await stripe.events.list({ type: 'invoice.updated' })).data;
    expect(updated?.data.previous_attributes).toMatchObject({
      ...{ status: 'draft', status_transitions: { finalized_at: null } },
    });
    await stripe.invoices.pay(String(expandedInvoice(open).id), { paid_out_of_band: true });
    await at.advanceTo(APRIL + 11 * DAY);
    expect(await retrieved(at.id)).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  });

  it('is past due once an invoice is overdue, until it is paid', async () => {
    const at = await subscribed();
    await at.advanceTo(APRIL + 10 * DAY - 1);
    expect(await retrieved(at.id)).toMatchObject({ status: 'active' });
    await at.advanceTo(APRIL + 10 * DAY);
    const late = await retrieved(at.id);
    expect(late).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open' } });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: at.customer });
    await stripe.invoices.pay(String(expandedInvoice(late).id), { payment_method: method.id });
    expect(await retrieved(at.id)).toMatchObject({ status: 'active' });
  });

  it('renews by sending an invoice, even if there is a card', async () => {
    const at = await subscribed();
    await payForWith(world, at.customer, at.id, 'pm_card_visa');
    await at.advanceTo(MAY);
    expect(expandedInvoice(await retrieved(at.id))).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'open',
      due_date: MAY + 10 * DAY,
    });
    expect((await stripe.charges.list({ customer: at.customer })).data).toEqual([]);
  });

  it('bills a change on an invoice that is sent too', async () => {
    const at = await subscribed();
    const item = String(at.subscription.items.data[0]?.id);
    const changed = await stripe.subscriptions.update(at.id, {
      items: [{ id: item, quantity: 3 }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(changed).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'draft', billing_reason: 'subscription_update', total: 200_000 },
    });
  });

  it('is billed at the end of a trial without a payment method, whatever the trial settings say', async () => {
    const trial_settings = { end_behavior: { missing_payment_method: 'cancel' } } as const;
    const at = await subscribed({ ...SENT, trial_period_days: 7, trial_settings });
    expect(at.subscription).toMatchObject({
      status: 'trialing',
      latest_invoice: { status: 'paid', total: 0 },
    });
    await at.advanceTo(APRIL + 7 * DAY);
    expect(await retrieved(at.id)).toMatchObject({ status: 'active', latest_invoice: { total: 100_000 } });
  });

  it('can change to automatic charges and back, and is listed by its collection method', async () => {
    const at = await subscribed();
    const listed = async (collection_method: 'charge_automatically' | 'send_invoice') => {
      const { data } = await stripe.subscriptions.list({ customer: at.customer, collection_method });
      return data.map(({ id }) => id);
    };
    expect(await listed('send_invoice')).toEqual([at.id]);
    const charged = await stripe.subscriptions.update(at.id, { collection_method: 'charge_automatically' });
    expect(charged).toMatchObject({ collection_method: 'charge_automatically', days_until_due: null });
    expect(await listed('send_invoice')).toEqual([]);
    const sent = await stripe.subscriptions.update(at.id, { ...SENT, days_until_due: 30 });
    expect(sent).toMatchObject({ collection_method: 'send_invoice', days_until_due: 30 });
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(event?.data.previous_attributes).toEqual({
      collection_method: 'charge_automatically',
      days_until_due: null,
    });
  });

  it.each([
    [{ collection_method: 'send_invoice' }, /you must specify 'days_until_due'/],
    [{ days_until_due: 5 }, /only specify 'days_until_due' if invoice collection method is 'send_invoice'/],
  ] as const)('rejects %j', async (params, message) => {
    const rejection = { statusCode: 400, message: expect.stringMatching(message) };
    await expectRejection(subscribed(params), rejection);
    const { id } = await subscribed({ payment_behavior: 'default_incomplete' });
    await expectRejection(stripe.subscriptions.update(id, params), rejection);
  });
});

describe('the payment settings of a subscription', () => {
  it('can be changed and cleared', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { id, items } = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      default_payment_method: method.id,
    });
    const changed = await stripe.subscriptions.update(id, {
      default_payment_method: '',
      cancel_at: 'min_period_end',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    expect(changed).toMatchObject({
      default_payment_method: null,
      cancel_at: items.data[0]?.current_period_end,
      cancel_at_period_end: false,
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
  });
});
