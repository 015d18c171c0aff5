import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, subscribe } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, HOUR } from '../../support/stripe/dates.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { payWith } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

/** The trial ends, and with it the first period. */
const PAUSED = APRIL + 7 * DAY;
/** Ten days into the period from 8 April to 8 May. */
const LATER = PAUSED + 10 * DAY;
const NEXT = Date.UTC(2027, 4, 8) / 1000;

describe('a paused subscription', () => {
  async function paused(token?: string) {
    const { customer, advanceTo } = await customerOnClock(world, APRIL, {});
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    await advanceTo(LATER);
    const attach = (card: string) => payWith(world, customer, card);
    if (token !== undefined) await attach(token);
    return { id, attach, advanceTo, customer };
  }

  const resume = (id: string, params: Stripe.SubscriptionResumeParams = {}) =>
    stripe.subscriptions.resume(id, { expand: ['latest_invoice'], ...params });
  const retrieved = (id: string) => stripe.subscriptions.retrieve(id);
  const latestInvoice = ({ latest_invoice }: Stripe.Subscription) =>
    String((latest_invoice as Stripe.Invoice | null)?.id);
  const resumptions = async () => (await stripe.events.list({ type: 'customer.subscription.resumed' })).data;

  it('is paused on request, with a credit for the unused time, and not twice', async () => {
    const { customer, subscription: id } = await subscribe(world);
    expect(await stripe.subscriptions.pause(id)).toMatchObject({ status: 'paused' });
    const [credit] = (await stripe.invoiceItems.list({ customer, pending: true })).data;
    expect(credit?.amount).toBeLessThan(0);
    const { data: events } = await stripe.events.list({ type: 'customer.subscription.paused' });
    expect(events).toHaveLength(1);
    await expectRejection(stripe.subscriptions.pause(id), { statusCode: 400 });
  });

  it('stays paused after resuming until its invoice is paid, and then starts a new period', async () => {
    const at = await paused('pm_card_visa');
    const waiting = await resume(at.id);
    expect(waiting).toMatchObject({
      status: 'paused',
      latest_invoice: {
        status: 'open',
        total: 100_000,
        attempt_count: 0,
        lines: { data: [{ period: { start: LATER } }] },
      },
      pending_update: {
        billing_cycle_anchor: null,
        expires_at: LATER + 23 * HOUR,
        subscription_items: null,
      },
    });
    expect(await resumptions()).toEqual([]);
    await stripe.invoices.pay(latestInvoice(waiting));
    const end = Date.UTC(2027, 4, 18) / 1000;
    expect(await retrieved(at.id)).toMatchObject({
      status: 'active',
      billing_cycle_anchor: LATER,
      pending_update: null,
      items: { data: [{ current_period_start: LATER, current_period_end: end }] },
    });
    expect(await resumptions()).toMatchObject([{ data: { object: { id: at.id, status: 'active' } } }]);
    await at.advanceTo(end);
    const [renewal] = (await stripe.invoices.list({ subscription: at.id })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total: 100_000 });
  });

  it('has its anchor where its trial was ended by request', async () => {
    const { customer } = await paused();
    const { id } = await stripe.subscriptions.create({
      ...{ customer, items: [{ price: await findPrice(stripe) }], trial_period_days: 7 },
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    const ended = { billing_cycle_anchor: LATER, status: 'paused', trial_end: LATER };
    expect(await stripe.subscriptions.update(id, { trial_end: 'now' })).toMatchObject(ended);
    expect(await resume(id)).toMatchObject({ ...ended, pending_update: { billing_cycle_anchor: null } });
  });

  it('is past due after a failed payment, which is not retried', async () => {
    const at = await paused('pm_card_chargeCustomerFail');
    const invoice = latestInvoice(await resume(at.id));
    await expectRejection(stripe.invoices.pay(invoice), { code: 'card_declined' });
    expect(await retrieved(at.id)).toMatchObject({ status: 'past_due', pending_update: null });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ next_payment_attempt: null });
    await at.attach('pm_card_visa');
    await stripe.invoices.pay(invoice);
    expect(await retrieved(at.id)).toMatchObject({ status: 'active' });
  });

  it('stays paused if the invoice is voided or not paid within 23 hours', async () => {
    const at = await paused();
    await stripe.invoices.voidInvoice(latestInvoice(await resume(at.id)));
    expect(await retrieved(at.id)).toMatchObject({ status: 'paused', pending_update: null });
    const invoice = latestInvoice(await resume(at.id));
    await at.advanceTo(LATER + 23 * HOUR);
    expect(await retrieved(at.id)).toMatchObject({ status: 'paused', pending_update: null });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'void' });
  });

  it('is active without payment if the invoice is uncollectible or nothing is due', async () => {
    const at = await paused();
    await stripe.invoices.markUncollectible(latestInvoice(await resume(at.id)));
    expect(await retrieved(at.id)).toMatchObject({ status: 'active' });
    const other = await paused();
    await stripe.customers.createBalanceTransaction(other.customer, { amount: -100_000, currency: 'usd' });
    expect(await resume(other.id)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', amount_due: 0 },
    });
    expect(await resumptions()).toHaveLength(2);
  });

  it('keeps its anchor on request, and owes the rest of the period', async () => {
    const billing_cycle_anchor = { type: 'unchanged' } as const;
    const period = { data: [{ current_period_start: PAUSED, current_period_end: NEXT }] };
    const at = await paused('pm_card_visa');
    expect(await resume(at.id, { billing_cycle_anchor })).toMatchObject({
      status: 'active',
      billing_cycle_anchor: PAUSED,
      items: period,
      latest_invoice: { billing_reason: 'subscription_create' },
    });
    await at.advanceTo(NEXT);
    const [renewal] = (await stripe.invoices.list({ subscription: at.id })).data;
    expect(renewal?.lines.data.map(({ amount }) => amount)).toEqual([66_667, 100_000]);
    const none = await paused();
    const free = await resume(none.id, { billing_cycle_anchor, proration_behavior: 'none' });
    expect(free).toMatchObject({ status: 'active', items: period });
    expect((await stripe.invoiceItems.list({ customer: none.customer })).data).toEqual([]);
    const now = await paused();
    const proration_date = LATER + 5 * DAY;
    const billed = await resume(now.id, {
      billing_cycle_anchor,
      proration_behavior: 'always_invoice',
      proration_date,
    });
    expect(billed).toMatchObject({
      status: 'paused',
      latest_invoice: { status: 'open', total: 50_000 },
      pending_update: { billing_cycle_anchor: null },
    });
  });

  it('is the only one that resumes, and its trial cannot change', async () => {
    const at = await paused('pm_card_visa');
    await expectRejection(stripe.subscriptions.update(at.id, { trial_end: NEXT }), {
      statusCode: 400,
      message: expect.stringMatching(/^You cannot set `trial_end` while a subscription is `paused`/),
    });
    await stripe.invoices.pay(latestInvoice(await resume(at.id)));
    await expectRejection(resume(at.id), {
      statusCode: 400,
      message: 'You can only resume a subscription if it is `paused`.',
    });
    await stripe.subscriptions.cancel(at.id);
    await expectRejection(resume(at.id), { statusCode: 404, code: 'resource_missing' });
    const former = createFormerClient(emulator, 20);
    const other = await paused();
    const resumed = await former.subscriptions.resume(other.id, { billing_cycle_anchor: 'unchanged' });
    expect(resumed).toMatchObject({ status: 'active' });
  });
});

describe('paused collection', () => {
  const latest = async (subscription: string) => {
    const expand = ['latest_invoice'];
    return stripe.subscriptions.retrieve(subscription, { expand });
  };

  it.each([
    ['void', 'void', false],
    ['mark_uncollectible', 'uncollectible', false],
    ['keep_as_draft', 'draft', false],
  ] as const)('%s keeps the status and leaves the next invoice %s', async (behavior, status, advances) => {
    const { subscription } = await subscribe(world);
    const paused = await stripe.subscriptions.update(subscription, { pause_collection: { behavior } });
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior, resumes_at: null } });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    const renewed = await latest(subscription);
    expect(renewed).toMatchObject({
      status: 'active',
      latest_invoice: {
        status,
        billing_reason: 'subscription_cycle',
        auto_advance: advances,
        amount_paid: 0,
      },
    });
    expect(renewed.items.data[0]?.current_period_start).toBe(paused.items.data[0]?.current_period_end);
  });

  it('sends an event, and ends when it is cleared', async () => {
    const { subscription } = await subscribe(world);
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } });
    const [event] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data;
    expect(event?.data.previous_attributes).toMatchObject({ pause_collection: null });
    await stripe.subscriptions.update(subscription, { pause_collection: '' });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    expect(await latest(subscription)).toMatchObject({
      pause_collection: null,
      latest_invoice: { status: 'paid' },
    });
  });

  it('ends automatically at the given time', async () => {
    const { subscription } = await subscribe(world);
    const resumes_at = (await emulator.now()) + 5 * DAY;
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void', resumes_at } });
    await emulator.advanceTime({ days: 4 });
    expect(await latest(subscription)).toMatchObject({ pause_collection: { resumes_at } });
    await emulator.advanceTime({ days: 2 });
    expect(await latest(subscription)).toMatchObject({ pause_collection: null });
    const past = stripe.subscriptions.update(subscription, {
      pause_collection: { behavior: 'void', resumes_at },
    });
    await expectInvalid(past, 'pause_collection[resumes_at]');
  });

  it('leaves a draft that can be paid on request', async () => {
    const { subscription } = await subscribe(world);
    await stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'keep_as_draft' } });
    await emulator.advanceTime({ months: 1, seconds: 1 });
    const [draft] = (await stripe.invoices.list({ subscription, status: 'draft' })).data;
    expect(draft).toMatchObject({ number: null, status_transitions: { finalized_at: null } });
    expect(await stripe.invoices.pay(String(draft?.id))).toMatchObject({
      status: 'paid',
      amount_paid: 100_000,
    });
  });
});
