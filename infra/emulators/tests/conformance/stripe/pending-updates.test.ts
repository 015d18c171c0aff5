import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../support/stripe/card-form.ts';
import { findPrice } from '../../support/stripe/checkout.ts';
import { APRIL, HOUR, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { expandedInvoice, payForWith } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const PENDING = { payment_behavior: 'pending_if_incomplete', proration_behavior: 'always_invoice' } as const;

describe('a pending update', () => {
  async function subscribed(card = 'fails_on_renewal', time = MIDDLE) {
    const at = await subscribedOnClock(world, APRIL, card);
    await at.advanceTo(time);
    return { ...at, id: at.subscription.id, item: String(at.subscription.items.data[0]?.id) };
  }

  type Subscribed = Awaited<ReturnType<typeof subscribed>>;

  async function upgraded({ id, item }: Subscribed, change: Stripe.SubscriptionUpdateParams = {}) {
    return stripe.subscriptions.update(id, {
      items: [{ id: item, price: await findPrice(stripe, 'business_monthly') }],
      expand: ['latest_invoice.payments'],
      ...PENDING,
      ...change,
    });
  }

  const readPlan = ({ items }: Stripe.Subscription) => items.data.map(({ price }) => price.lookup_key);
  const retrieved = ({ id }: Subscribed) => stripe.subscriptions.retrieve(id);

  const replaceCard = ({ customer, id }: Subscribed, token = 'pm_card_visa') =>
    payForWith(world, customer, id, token);

  async function events(type: string) {
    const { data } = await stripe.events.list({ type: `customer.subscription.${type}` });
    return data.map((event) => event.data);
  }

  it('is not needed if the payment succeeds or the change bills nothing now', async () => {
    const at = await subscribed('visa');
    expect(await upgraded(at, { trial_from_plan: false })).toMatchObject({
      pending_update: null,
      latest_invoice: { status: 'paid', amount_paid: 24_950 },
    });
    const later = await subscribed();
    const changed = await upgraded(later, { proration_behavior: 'create_prorations' });
    expect(changed).toMatchObject({ status: 'active', pending_update: null });
    expect(readPlan(changed)).toEqual(['business_monthly']);
    expect(await events('pending_update_applied')).toEqual([]);
  });

  it('keeps the subscription as it is until the invoice is paid, and then applies', async () => {
    const at = await subscribed();
    const waiting = await upgraded(at);
    expect(waiting).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'open', billing_reason: 'subscription_update', amount_remaining: 24_950 },
      pending_update: {
        expires_at: MIDDLE + 23 * HOUR,
        subscription_items: [{ id: at.item, object: 'subscription_item', quantity: 1 }],
        billing_cycle_anchor: null,
        trial_end: null,
        metadata: null,
      },
    });
    expect(readPlan(waiting)).toEqual(['pro_monthly']);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe('business_monthly');
    const [announced] = await events('updated');
    expect(announced).toMatchObject({ previous_attributes: { pending_update: null } });
    const invoice = String(expandedInvoice(waiting).id);
    await expectRejection(stripe.invoices.pay(invoice), { code: 'card_declined' });
    expect(await retrieved(at)).toMatchObject({ pending_update: { expires_at: MIDDLE + 23 * HOUR } });
    await replaceCard(at);
    await stripe.invoices.pay(invoice);
    const applied = await retrieved(at);
    expect(applied).toMatchObject({ status: 'active', pending_update: null, latest_invoice: invoice });
    expect(readPlan(applied)).toEqual(['business_monthly']);
    expect(await events('pending_update_applied')).toMatchObject([{ object: { id: at.id } }]);
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ subscription: at.id })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 149_900 });
  });

  it('applies after authentication', async () => {
    const at = await subscribed('visa');
    await replaceCard(at, 'pm_card_authenticationRequired');
    const waiting = await upgraded(at);
    const intent = String(expandedInvoice(waiting).payments?.data[0]?.payment.payment_intent);
    const confirmed = await stripe.paymentIntents.confirm(intent, { return_url: 'https://site.test/back' });
    await authenticate(world, confirmed);
    expect(readPlan(await retrieved(at))).toEqual(['business_monthly']);
  });

  it('is discarded when its invoice is voided, also by the clock after 23 hours', async () => {
    const at = await subscribed();
    const first = String(expandedInvoice(await upgraded(at)).id);
    await stripe.invoices.voidInvoice(first);
    expect(await retrieved(at)).toMatchObject({ status: 'active', pending_update: null });
    const second = String(expandedInvoice(await upgraded(at)).id);
    await at.advanceTo(MIDDLE + 23 * HOUR - 1);
    expect(await retrieved(at)).toMatchObject({ pending_update: { expires_at: MIDDLE + 23 * HOUR } });
    await at.advanceTo(MIDDLE + 23 * HOUR);
    const kept = await retrieved(at);
    expect(kept).toMatchObject({ status: 'active', pending_update: null });
    expect(readPlan(kept)).toEqual(['pro_monthly']);
    expect(await stripe.invoices.retrieve(second)).toMatchObject({ status: 'void' });
    expect(await events('pending_update_expired')).toMatchObject([
      { object: { id: at.id, pending_update: null } },
      { object: { id: at.id, pending_update: null } },
    ]);
    expect((await stripe.invoiceItems.list({ customer: at.customer, pending: true })).data).toEqual([]);
  });

  it('expires at the end of the period, if that is earlier', async () => {
    const at = await subscribed('fails_on_renewal', MAY - HOUR);
    expect(await upgraded(at)).toMatchObject({ pending_update: { expires_at: MAY } });
    await replaceCard(at);
    await at.advanceTo(MAY);
    const renewed = await retrieved(at);
    expect(renewed).toMatchObject({ status: 'active', pending_update: null });
    expect(await stripe.invoices.retrieve(String(renewed.latest_invoice))).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'paid',
      total: 100_000,
    });
  });

  it('is discarded when the next phase of a schedule begins', async () => {
    const { subscriptionSchedules, invoices } = stripe;
    const at = await subscribed();
    const { id, phases } = await subscriptionSchedules.create({ from_subscription: at.id });
    const items = [{ price: await findPrice(stripe) }];
    const change = MIDDLE + 2 * HOUR;
    await subscriptionSchedules.update(id, {
      phases: [
        { items, start_date: Number(phases[0]?.start_date), end_date: change },
        { items, duration: { interval: 'month', interval_count: 1 }, metadata: { phase: 'second' } },
      ],
    });
    const invoice = String(expandedInvoice(await upgraded(at)).id);
    await at.advanceTo(change);
    const changed = await retrieved(at);
    expect(changed).toMatchObject({ pending_update: null, metadata: { phase: 'second' } });
    expect(readPlan(changed)).toEqual(['pro_monthly']);
    expect(await invoices.retrieve(invoice)).toMatchObject({ status: 'void' });
    expect(await events('pending_update_expired')).toHaveLength(1);
  });

  it('is replaced by a later change, and ends with the subscription', async () => {
    const at = await subscribed();
    const first = String(expandedInvoice(await upgraded(at)).id);
    const second = await upgraded(at, { items: [{ id: at.item, quantity: 2 }] });
    expect(await stripe.invoices.retrieve(first)).toMatchObject({ status: 'void' });
    expect(second).toMatchObject({
      latest_invoice: { status: 'open', total: 50_000 },
      pending_update: { subscription_items: [{ quantity: 2 }] },
    });
    await stripe.subscriptions.cancel(at.id);
    expect(await stripe.invoices.retrieve(String(expandedInvoice(second).id))).toMatchObject({
      status: 'void',
    });
    expect(await retrieved(at)).toMatchObject({ status: 'canceled', pending_update: null });
  });

  it('holds the end of a trial, a new anchor, metadata and a cancellation', async () => {
    const at = await subscribed();
    await stripe.subscriptions.update(at.id, { metadata: { kept: '1', removed: '1' } });
    const restarted = await stripe.subscriptions.update(at.id, {
      ...PENDING,
      billing_cycle_anchor: { type: 'now' },
      cancel_at_period_end: true,
      metadata: { removed: '', set: '1' },
    });
    expect(restarted).toMatchObject({
      billing_cycle_anchor: APRIL,
      cancel_at_period_end: false,
      metadata: { kept: '1', removed: '1' },
      pending_update: {
        billing_cycle_anchor: MIDDLE,
        cancel_at_period_end: true,
        metadata: { removed: '', set: '1' },
        subscription_items: null,
      },
    });
    await stripe.subscriptions.update(at.id, { metadata: { later: '1' } });
    await replaceCard(at);
    await stripe.invoices.pay(String(restarted.latest_invoice));
    expect(await retrieved(at)).toMatchObject({
      billing_cycle_anchor: MIDDLE,
      cancel_at_period_end: true,
      metadata: { kept: '1', set: '1', later: '1' },
      items: { data: [{ current_period_start: MIDDLE }] },
    });
  });

  it('is available on subscription items', async () => {
    const at = await subscribed();
    const price = await findPrice(stripe, 'basic_monthly');
    const added = await stripe.subscriptionItems.create({ subscription: at.id, price, ...PENDING });
    expect(added).toMatchObject({ subscription: at.id, price: { id: price } });
    expect(await retrieved(at)).toMatchObject({
      items: { data: [{ id: at.item }] },
      pending_update: { subscription_items: [{ id: at.item }, { id: added.id }] },
    });
    const same = await stripe.subscriptionItems.update(at.item, { quantity: 5, ...PENDING });
    expect(same).toMatchObject({ id: at.item, quantity: 1 });
    const former = await createFormerClient(emulator, 17).subscriptions.retrieve(at.id);
    expect(former).toMatchObject({ pending_update: { subscription_items: [{ id: at.item, quantity: 5 }] } });
  });

  it.each([
    ['default_payment_method', { default_payment_method: 'pm_x' }],
    ['description', { description: 'x' }],
    ['cancel_at', { cancel_at: MAY }],
    ['cancel_at_period_end', { cancel_at_period_end: true }, '2026-06-24.dahlia'],
    ['metadata', { metadata: { a: 'b' } }, '2026-02-25.clover'],
    ['items[0][tax_rates]', { items: [{ tax_rates: ['txr_x'] }] }],
    ['items[0][deleted]', { items: [{ deleted: true }] }],
  ])(
    'rejects %s, which cannot wait',
    async (name, change: Stripe.SubscriptionUpdateParams, apiVersion = '2026-10-28.endive') => {
      const at = await subscribed('visa');
      const items = change.items?.map((item) => ({ id: at.item, ...item })) ?? [];
      const rejected = stripe.subscriptions.update(at.id, { ...PENDING, ...change, items }, { apiVersion });
      await expectRejection(rejected, {
        statusCode: 400,
        message: expect.stringContaining(`you can only pass supported params. \`${name}\` is not supported.`),
      });
    },
  );
});
