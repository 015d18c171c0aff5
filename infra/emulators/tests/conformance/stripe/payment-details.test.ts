import { describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { draftInvoice } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const BACK = 'https://site.test/back';
const payment = { amount: 1800, currency: 'eur' };
const newCard = (token: string, name = 'Ada Byron') => ({
  payment_method_data: { type: 'card' as const, card: { token }, billing_details: { name } },
});

describe('a payment method that comes with the payment', () => {
  it('pays at creation and at confirmation', async () => {
    const { paymentIntents } = stripe;
    const confirmation = { confirm: true, return_url: BACK, expand: ['latest_charge'] };
    const paid = await paymentIntents.create({ ...payment, ...newCard('tok_visa'), ...confirmation });
    const latest_charge = { billing_details: { name: 'Ada Byron' } };
    expect(paid).toMatchObject({ status: 'succeeded', latest_charge });
    const { id } = await paymentIntents.create(payment);
    const updated = await paymentIntents.update(id, newCard('tok_mastercard'));
    expect(updated).toMatchObject({
      status: 'requires_confirmation',
      payment_method: expect.stringMatching(/^pm_/),
    });
    const confirmed = await paymentIntents.confirm(id, {
      ...newCard('tok_amex'),
      return_url: BACK,
      expand: ['payment_method'],
    });
    expect(confirmed).toMatchObject({
      status: 'succeeded',
      payment_method: {
        id: expect.not.stringContaining(String(updated.payment_method)),
        card: { brand: 'amex' },
      },
    });
  });

  it('is saved by a setup', async () => {
    const { customers, setupIntents } = stripe;
    const { id: customer } = await customers.create({ name: 'Ada' });
    const confirmation = { confirm: true, return_url: BACK };
    const setup = await setupIntents.create({ customer, ...newCard('tok_visa'), ...confirmation });
    expect(setup).toMatchObject({ status: 'succeeded' });
    const { data } = await customers.listPaymentMethods(customer);
    expect(data).toMatchObject([{ id: setup.payment_method, billing_details: { name: 'Ada Byron' } }]);
  });

  it('is rejected with an unknown token, or beside another one', async () => {
    const { paymentIntents } = stripe;
    await expectRejection(paymentIntents.create({ ...payment, ...newCard('tok_none') }), {
      statusCode: 400,
      message: 'Invalid token id: tok_none',
      param: 'token',
    });
    const both = { ...payment, ...newCard('tok_visa'), payment_method: 'pm_card_visa' };
    await expectInvalid(paymentIntents.create(both), 'payment_method_data');
  });
});

describe('error_on_requires_action', () => {
  it('declines a card that asks for authentication, without a charge', async () => {
    const { charges, events, paymentIntents } = stripe;
    const { id } = await paymentIntents.create({
      ...payment,
      payment_method: 'pm_card_authenticationRequired',
    });
    await expectRejection(paymentIntents.confirm(id, { error_on_requires_action: true, return_url: BACK }), {
      statusCode: 402,
      type: 'StripeCardError',
      code: 'authentication_required',
      decline_code: 'authentication_not_handled',
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { decline_code: 'authentication_not_handled' },
      },
    });
    expect((await charges.list({ payment_intent: id })).data).toEqual([]);
    const { data } = await events.list({ limit: 2 });
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.payment_failed', 'payment_intent.created']);
  });
});

describe('the statement descriptor', () => {
  const suffix = { statement_descriptor_suffix: 'Lesson 4' };
  const onStatement = {
    ...suffix,
    statement_descriptor: null,
    calculated_statement_descriptor: 'EMULATED ACCOUNT* LESS',
  };

  it('ends with the suffix of the card payment, its capture or its checkout', async () => {
    const { charges, paymentIntents } = stripe;
    const card = { payment_method: 'pm_card_visa', confirm: true, return_url: BACK };
    const paid = await paymentIntents.create({ ...payment, ...card, ...suffix, expand: ['latest_charge'] });
    expect(paid).toMatchObject({ ...suffix, latest_charge: onStatement });
    const held = await paymentIntents.create({ ...payment, ...card, capture_method: 'manual' });
    await paymentIntents.capture(held.id, suffix);
    expect(await charges.retrieve(String(held.latest_charge))).toMatchObject(onStatement);
    const session = await createSession(stripe, {
      mode: 'payment',
      line_items: [lineItem(1800, 'Lesson', 1, 'eur')],
      payment_intent_data: suffix,
    });
    await emulator.pay(session.id, { card: 'visa' });
    const [newest] = (await charges.list({ limit: 1 })).data;
    expect(newest).toMatchObject(onStatement);
  });

  it('cannot be replaced for a card payment, and needs a letter', async () => {
    const { paymentIntents } = stripe;
    const replaced = await readRejection(
      paymentIntents.create({ ...payment, statement_descriptor: 'Lessons' }),
    );
    expect(replaced).toMatchObject({ statusCode: 400, param: 'statement_descriptor' });
    expect(replaced.message).toContain('not supported for the payment_method_type `card`');
    const digits = { ...payment, statement_descriptor_suffix: '2026' };
    await expectInvalid(paymentIntents.create(digits), 'statement_descriptor_suffix');
  });

  it('is the same on an invoice and on its payment', async () => {
    const { charges, customers, invoices } = stripe;
    const { id: customer } = await customers.create({ source: 'tok_visa' });
    const made = await draftInvoice(world, customer, [900], { statement_descriptor: 'Byron Lessons' });
    expect(await invoices.pay(made.id)).toMatchObject({ statement_descriptor: 'Byron Lessons' });
    const [charge] = (await charges.list({ customer })).data;
    expect(charge).toMatchObject({
      statement_descriptor: 'Byron Lessons',
      calculated_statement_descriptor: 'BYRON LESSONS',
    });
  });
});

it('a payment may be sent to an address without a name', async () => {
  const shipping = { address: { country: 'PT' }, name: '' };
  const intent = await stripe.paymentIntents.create({ ...payment, shipping });
  expect(intent.shipping).toMatchObject(shipping);
});

it('an invoice and a customer have at most four custom fields, which can be removed', async () => {
  const { customers, invoices } = stripe;
  const { id: customer } = await customers.create({ name: 'Ada' });
  const field = (name: string) => ({ name, value: '4711' });
  const made = await invoices.create({ customer, custom_fields: [field('Order')] });
  expect(made.custom_fields).toEqual([field('Order')]);
  const two = [field('Order'), field('Cost centre')];
  expect((await invoices.update(made.id, { custom_fields: two })).custom_fields).toEqual(two);
  expect((await invoices.update(made.id, { custom_fields: '' })).custom_fields).toBeNull();
  const five = Array.from({ length: 5 }, (_, index) => field(String(index)));
  await expectRejection(invoices.update(made.id, { custom_fields: five }), { statusCode: 400 });
  await expectInvalid(
    customers.update(customer, { invoice_settings: { custom_fields: five } }),
    'invoice_settings[custom_fields]',
  );
});
