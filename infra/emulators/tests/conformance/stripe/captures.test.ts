import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { payerWithCard } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

async function request(more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const { customer, card: payment_method } = await payerWithCard(world);
  const payment = { amount: 2900, currency: 'usd', customer, payment_method, confirm: true };
  return { ...payment, return_url: 'https://shop.example/done', ...more };
}

const retrieveCharge = (id: unknown) => stripe.charges.retrieve(String(id));

describe('a payment made by API', () => {
  it('is captured asynchronously: the balance transaction follows with charge.updated', async () => {
    const intent = await stripe.paymentIntents.create(
      await request({ expand: ['latest_charge.balance_transaction'] }),
    );
    expect(intent.capture_method).toBe('automatic_async');
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge.balance_transaction).toBeNull();
    expect(await retrieveCharge(charge.id)).toMatchObject({ balance_transaction: null, captured: true });
    await emulator.settle();
    expect(await listEvents(world, charge.id)).toEqual(['charge.succeeded', 'charge.updated']);
    const settled = await retrieveCharge(charge.id);
    expect(settled.balance_transaction).toMatch(/^txn_/);
    const [update] = (await stripe.events.list({ type: 'charge.updated' })).data;
    expect(update?.data.previous_attributes).toEqual({ balance_transaction: null });
  });

  it('is only authorized if the confirmation says so', async () => {
    const { return_url, ...later } = await request({ confirm: false });
    const { id } = await stripe.paymentIntents.create(later);
    const confirmation = { capture_method: 'manual', return_url } as const;
    const { capture_method, status } = await stripe.paymentIntents.confirm(id, confirmation);
    expect({ capture_method, status }).toEqual({ capture_method: 'manual', status: 'requires_capture' });
  });

  it('settles by itself on the account’s clock', async () => {
    const intent = await stripe.paymentIntents.create(await request());
    await emulator.advanceTime({ hours: 1 });
    expect((await retrieveCharge(intent.latest_charge)).balance_transaction).toMatch(/^txn_/);
  });

  it('settles before it is refunded', async () => {
    const intent = await stripe.paymentIntents.create(await request());
    await stripe.refunds.create({ payment_intent: intent.id });
    const { balance_transaction, refunded } = await retrieveCharge(intent.latest_charge);
    expect([typeof balance_transaction, refunded]).toEqual(['string', true]);
  });

  it('is captured at once on request, and before 2024-04-10', async () => {
    const asked = await stripe.paymentIntents.create(await request({ capture_method: 'automatic' }));
    const former = await rawApi(world, '2023-10-16').post('payment_intents', await request());
    expect([asked.capture_method, former.body.capture_method]).toEqual(['automatic', 'automatic']);
    for (const charge of [asked.latest_charge, former.body.latest_charge]) {
      expect((await retrieveCharge(charge)).balance_transaction).toMatch(/^txn_/);
    }
  });
});

describe('manual capture', () => {
  const authorized = async () => stripe.paymentIntents.create(await request({ capture_method: 'manual' }));

  it('holds the amount until it is captured', async () => {
    const held = await authorized();
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2900, amount_received: 0 });
    const charge = await retrieveCharge(held.latest_charge);
    expect(charge).toMatchObject({ paid: true, captured: false, amount_captured: 0, status: 'succeeded' });
    expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + 7 * 86_400);
    const captured = await stripe.paymentIntents.capture(held.id);
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 2900 });
    expect(await retrieveCharge(held.latest_charge)).toMatchObject({ captured: true, amount_captured: 2900 });
    expect(await listEvents(world, held.id)).toEqual([
      'payment_intent.created',
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
    ]);
    expect(await listEvents(world, charge.id)).toEqual(['charge.succeeded', 'charge.captured']);
  });

  it('captures a part and returns the rest', async () => {
    const held = await authorized();
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1000 });
    expect(captured).toMatchObject({ amount: 2900, amount_received: 1000 });
    const charge = await stripe.charges.retrieve(String(held.latest_charge), {
      expand: ['balance_transaction'],
    });
    expect(charge).toMatchObject({ amount_captured: 1000, amount_refunded: 1900, refunded: false });
    expect(charge.balance_transaction).toMatchObject({ amount: 1000, fee: 59 });
    // Source: solidusio/solidus_stripe#268
    expect((await stripe.refunds.list({ payment_intent: held.id })).data).toMatchObject([
      { amount: 1900, balance_transaction: null, status: 'succeeded' },
    ]);
  });

  it('captures no charge that is not there, and not less than Stripe charges', async () => {
    await expectRejection(stripe.charges.capture('ch_none'), { statusCode: 404, param: 'charge' });
    const sale = { amount: 900, currency: 'usd', source: 'tok_visa', capture: false };
    const { id } = await stripe.charges.create(sale);
    const tooSmall = { statusCode: 400, code: 'amount_too_small' };
    await expectRejection(stripe.charges.capture(id, { amount: 12 }), tooSmall);
    expect(await stripe.charges.retrieve(id)).toMatchObject({ captured: false, amount_refunded: 0 });
  });

  it('returns the whole amount if the payment is canceled', async () => {
    const held = await authorized();
    const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(await retrieveCharge(held.latest_charge)).toMatchObject({ amount_refunded: 2900, refunded: true });
  });
});

describe('manual capture of a checkout', () => {
  const BIKE = { currency: 'usd', unit_amount: 2900, product_data: { name: 'Bike' } };
  const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    createSession(stripe, {
      mode: 'payment',
      line_items: [{ price_data: BIKE, quantity: 1 }],
      payment_intent_data: { capture_method: 'manual' },
      ...changes,
    });
  const ADA = { card: 'visa', email: 'ada@example.com' } as const;

  it('completes unpaid, and is paid once the payment is captured', async () => {
    const { id, url } = await open();
    expect(await (await fetch(String(url))).text()).toContain('$29.00, which is held now');
    const { session } = await emulator.pay(id, ADA);
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    const held = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(held).toMatchObject({
      capture_method: 'manual',
      status: 'requires_capture',
      amount_capturable: 2900,
    });
    const [completed] = (await stripe.events.list({ type: 'checkout.session.completed' })).data;
    expect(completed?.data.object).toMatchObject({ id, payment_status: 'unpaid' });
    await stripe.paymentIntents.capture(held.id, { amount_to_capture: 2000 });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
    expect(await listEvents(world, id)).toEqual(['checkout.session.completed']);
  });

  it('stays unpaid if the payment is canceled, or lapses after seven days', async () => {
    const [canceled, lapsed] = [await open(), await open()];
    const { session } = await emulator.pay(canceled.id, ADA);
    await emulator.pay(lapsed.id, { ...ADA, card: 'authentication', authentication: 'complete' });
    await stripe.paymentIntents.cancel(String(session.payment_intent));
    await emulator.advanceTime({ days: 8 });
    for (const { id } of [canceled, lapsed]) {
      expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
        payment_status: 'unpaid',
        payment_intent: { status: 'canceled' },
      });
    }
  });

  it('is what a payment link can ask for', async () => {
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: await newPrice(stripe, 2900), quantity: 1 }],
      payment_intent_data: { capture_method: 'manual' },
    });
    expect(link.payment_intent_data?.capture_method).toBe('manual');
    await fetch(link.url);
    const [session] = (await stripe.checkout.sessions.list({ payment_link: link.id })).data;
    const paid = await emulator.pay(String(session?.id), ADA);
    expect(paid.session.payment_status).toBe('unpaid');
  });

  it('can be that of cards alone, which can also be kept', async () => {
    const card = { capture_method: 'manual', setup_future_usage: 'off_session' } as const;
    const options = { payment_intent_data: {}, payment_method_options: { card } };
    const [byCard, byDebit] = [await open(options), await open(options)];
    expect(byCard).toMatchObject({ payment_method_options: { card }, customer_creation: 'always' });
    const { session } = await emulator.pay(byCard.id, ADA);
    expect(session.payment_status).toBe('unpaid');
    const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(intent).toMatchObject({
      capture_method: 'automatic_async',
      payment_method_options: { card },
      status: 'requires_capture',
    });
    const { data } = await stripe.paymentMethods.list({ customer: String(session.customer) });
    expect(data.map(({ id }) => id)).toEqual([intent.payment_method]);
    await stripe.paymentIntents.capture(intent.id);
    expect(await stripe.checkout.sessions.retrieve(byCard.id)).toMatchObject({ payment_status: 'paid' });
    await emulator.pay(byDebit.id, { ...ADA, card: 'bank_debit' });
    await emulator.advanceTime({ days: 3, seconds: 1 });
    expect(await stripe.checkout.sessions.retrieve(byDebit.id)).toMatchObject({ payment_status: 'paid' });
    const given = { mode: 'setup', currency: 'usd', payment_method_options: { card } } as const;
    const setup = createSession(stripe, given);
    await expectRejection(setup, { statusCode: 501, param: 'payment_method_options[card][capture_method]' });
  });

  // Source: payments of checkouts in public code, such as those of 2024-07-31 and 2026-01-06 in full.
  it('is asynchronous unless the request or an early version says otherwise', async () => {
    const former = await rawApi(world, '2023-10-16').post('checkout/sessions', {
      ...{ mode: 'payment', success_url: 'https://shop.example/' },
      line_items: [{ price_data: BIKE, quantity: 1 }],
    });
    const [byDefault, atOnce] = [
      await open({ payment_intent_data: {} }),
      await open({ payment_intent_data: { capture_method: 'automatic' } }),
    ];
    for (const [id, method] of [
      [byDefault.id, 'automatic_async'],
      [atOnce.id, 'automatic'],
      [String(former.body.id), 'automatic'],
    ] as const) {
      const { session } = await emulator.pay(id, ADA);
      expect(session.payment_status).toBe('paid');
      const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
      expect(intent.capture_method).toBe(method);
      const { balance_transaction: entry } = await retrieveCharge(intent.latest_charge);
      expect(entry === null).toBe(method === 'automatic_async');
    }
  });

  it('takes no bank debits, and no invoice', async () => {
    const { id } = await open();
    await expect(emulator.pay(id, { ...ADA, card: 'bank_debit' })).rejects.toThrow(
      'takes no payment methods of the type us_bank_account',
    );
    const debit = open({ allowed_payment_method_types: ['card', 'us_bank_account'] });
    await expectRejection(debit, { statusCode: 400 });
    await expectRejection(open({ invoice_creation: { enabled: true } }), { statusCode: 501 });
  });
});
