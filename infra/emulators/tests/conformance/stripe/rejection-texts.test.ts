import { describe, expect, it } from 'vitest';
import { findPrice, lineItem, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { openInvoice, payByCard, payer, payerWithCard, subscribedPayer } from '../../support/stripe/payer.ts';
import { type Answer, expectError, rawApi, send } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const api = () => rawApi(world);

const type = 'invalid_request_error';

/** The error has nothing else but its type and addresses. */
const expectWholeError = async (answer: Promise<Answer>, status: number, error: object) => {
  const { request_log_url: _, doc_url: __, ...shown } = await expectError(answer, status, error);
  expect(shown).toEqual({ ...error, type });
};

describe('an id that does not exist', () => {
  it.each([
    ['payment_intents/pi_1', 'intent', "No such payment_intent: 'pi_1'"],
    ['payment_intents/no+payment', 'intent', "No such payment_intent: 'no payment'"],
    ['setup_intents/seti_1', 'intent', "No such setupintent: 'seti_1'"],
    ['invoices/in_1', 'invoice', "No such invoice: 'in_1'"],
    ['prices/price_1', 'price', "No such price: 'price_1'"],
    ['coupons/SPRING', 'coupon', "No such coupon: 'SPRING'"],
    ['promotion_codes/promo_1', 'promotion_code', "No such promotion code: 'promo_1'"],
    ['payment_methods/pm_1', 'payment_method', "No such PaymentMethod: 'pm_1'"],
    ['tax_rates/txr_1', 'tax_rate', "No such tax rate: 'txr_1'"],
    ['disputes/du_1', 'dispute', "No such dispute: 'du_1'"],
    ['payouts/po_1', 'payout', "No such payout: 'po_1'"],
    ['invoiceitems/ii_1', 'id', "No such Invoice Item: 'ii_1'(livemode=false)"],
    ['customers/cus_1', 'id', "No such customer: 'cus_1'"],
    ['charges/ch_1', 'id', "No such charge: 'ch_1'"],
    ['products/prod_1', 'id', "No such product: 'prod_1'"],
    ['subscriptions/sub_1', 'id', "No such subscription: 'sub_1'"],
  ])('is named as Stripe names it: %s', async (path, param, message) => {
    const error = { code: 'resource_missing', message, param };
    await expectWholeError(api().get(path), 404, error);
  });

  it('is called `id` by the actions on an invoice, and has no code as a subscription item', async () => {
    for (const action of ['pay', 'finalize', 'void', 'mark_uncollectible']) {
      await expectError(api().post(`invoices/in_1/${action}`), 404, { param: 'id' });
    }
    await expectWholeError(api().get('subscription_items/si_1'), 404, {
      message: 'Invalid subscription_item id: si_1',
    });
  });

  it('is not found, rather than rejected, as the charge of a refund', async () => {
    await expectError(api().post('refunds', { charge: 'ch_1' }), 404, { param: 'id' });
  });

  it('is rejected as the payment of a refund, also beside a charge', async () => {
    const charge = await stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_visa' });
    for (const beside of [{}, { charge: charge.id }]) {
      const refund = api().post('refunds', { ...beside, payment_intent: 'pi_1' });
      await expectError(refund, 400, { code: 'resource_missing', param: 'payment_intent' });
    }
  });
});

describe('a URL that Stripe does not have', () => {
  it.each([
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/prices/price_1'],
    ['PUT', '/v1/customers'],
    ['GET', '/nothing'],
  ])('is unrecognized: %s %s', async (method, path) => {
    const response = await send(world, method, path);
    const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    expect([response.status, await response.json()]).toMatchObject([404, { error: { message, type } }]);
  });

  it.each(['POST /v1/tax/locations', 'GET /v1/tax/locations/loc_1'])(
    'is not confused with one of a newer version: %s',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      expect((await send(world, method, path)).status).toBe(501);
    },
  );
});

describe('a list', () => {
  it('takes the nearest page size that it has', async () => {
    for (let count = 0; count < 2; count += 1) await stripe.coupons.create({ percent_off: 5 });
    expect((await stripe.coupons.list({ limit: 0 })).data).toHaveLength(1);
    expect((await stripe.coupons.list({ limit: -3 })).data).toHaveLength(1);
    expect((await stripe.coupons.list({ limit: 1000 })).data).toHaveLength(2);
  });

  it('is read in one direction only', async () => {
    const { id } = await stripe.customers.create({});
    const both = api().get('customers', { starting_after: id, ending_before: id });
    const message = 'Received both starting_after and ending_before parameters. Please pass in only one.';
    await expectWholeError(both, 400, { message });
  });
});

describe('an invoice', () => {
  const made = async () => {
    const customer = await payer(world);
    return openInvoice(world, customer, [1000]);
  };

  it('is changed only as its state allows', async () => {
    const { invoices } = stripe;
    const { id } = await made();
    await expectRejection(invoices.finalizeInvoice(id), {
      message: "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
    });
    await expectRejection(invoices.update(id, { description: 'A seat' }), {
      message: "Finalized invoices can't be updated in this way",
      param: 'description',
    });
    expect(await invoices.update(id, { metadata: { seat: '7' } })).toMatchObject({ metadata: { seat: '7' } });
    await expectRejection(invoices.del(id), { message: 'You can only delete draft invoices.' });
    await invoices.pay(id);
    await expectRejection(invoices.voidInvoice(id), {
      message: 'Invoices with `paid` payments cannot be voided.',
    });
    const notOpen = { message: "You can only pass in open invoices. This invoice isn't open." };
    await expectRejection(invoices.markUncollectible(id), notOpen);
    await expectRejection(invoices.sendInvoice(id), {
      message: expect.stringMatching(/^This invoice cannot be sent right now\./),
    });
  });

  it('is written off once', async () => {
    const { id } = await made();
    await stripe.invoices.markUncollectible(id);
    await expectRejection(stripe.invoices.markUncollectible(id), {
      message: 'This invoice has already been marked uncollectible.',
    });
  });

  it('is due in one way, and only if it is sent', async () => {
    const customer = await payer(world);
    const sent = { customer, collection_method: 'send_invoice' };
    const create = (params: Record<string, string>) => api().post('invoices', params);
    await expectWholeError(create(sent), 400, {
      message:
        "If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.",
    });
    await expectWholeError(create({ customer, days_until_due: '3' }), 400, {
      message:
        "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'.",
    });
    await expectError(create({ ...sent, days_until_due: '3', due_date: '4000000000' }), 400, {
      message: 'You may only specify one of these parameters: days_until_due, due_date.',
    });
  });

  it('takes items of its own currency, customer and state, with one kind of amount', async () => {
    const { id, customer } = await made();
    const item = { customer: String(customer), currency: 'usd', amount: '500' };
    const add = (params: Record<string, string>) => api().post('invoiceitems', params);
    await expectError(add({ ...item, invoice: id }), 400, {
      code: 'invoice_not_editable',
      message: 'Invalid invoice: This invoice is no longer editable',
    });
    await expectError(add({ ...item, quantity: '2' }), 400, { param: 'amount' });
    await expectError(add({ ...item, currency: 'zzz' }), 400, { param: 'currency' });
    await expectError(add({ ...item, 'period[start]': '2000000000', 'period[end]': '1900000000' }), 400, {
      param: 'period[end]',
    });
  });
});

describe('a payment', () => {
  const create = (params: Record<string, string> = {}) =>
    stripe.paymentIntents.create({ amount: 3000, currency: 'usd', ...params });
  const held = () => payByCard(stripe, 3000, { capture_method: 'manual' });

  it('is shown with the error that its state causes', async () => {
    const { id } = await create();
    await stripe.paymentIntents.cancel(id);
    for (const action of ['cancel', 'capture', 'confirm']) {
      const params = action === 'confirm' ? { payment_method: 'pm_card_visa' } : {};
      await expectError(api().post(`payment_intents/${id}/${action}`, params), 400, {
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'canceled' },
      });
    }
  });

  it('says which customer has to bring a payment method', async () => {
    const customer = await payer(world);
    const { id } = await create({ customer });
    await expectRejection(stripe.paymentIntents.confirm(id), {
      message: expect.stringContaining(`To confirm the PaymentIntent with ${customer}, specify`),
    });
  });

  it('is captured once, and at most in whole', async () => {
    const { paymentIntents } = stripe;
    const { id } = await held();
    // Source: public notes of calls to a Stripe sandbox in version 2026-08-26.dahlia.
    const capture = (amount: number) =>
      api().post(`payment_intents/${id}/capture`, { amount_to_capture: String(amount) });
    const shown = expect.objectContaining({ id, status: 'requires_capture' });
    await expectWholeError(capture(-1), 400, {
      message: 'Invalid non-negative integer',
      param: 'amount_to_capture',
      payment_intent: shown,
    });
    await expectError(capture(0), 400, {
      code: 'parameter_invalid_integer',
      param: 'amount',
      payment_intent: shown,
    });
    await expectRejection(paymentIntents.capture(id, { amount_to_capture: 3001 }), {
      code: 'amount_too_large',
    });
    await paymentIntents.capture(id, { amount_to_capture: 1000 });
    await expectRejection(paymentIntents.capture(id), {
      message: expect.stringMatching(/the remainder of the authorized amount has been released\.$/),
    });
  });

  // Source: solspace/craft-freeform issue 2644.
  it('can be receipted elsewhere once it is authorized or paid', async () => {
    const { paymentIntents } = world.stripe;
    const { id } = await held();
    await paymentIntents.update(id, { receipt_email: 'ada@example.com' });
    await paymentIntents.capture(id);
    const changed = await paymentIntents.update(id, { receipt_email: 'grace@example.com' });
    expect(changed).toMatchObject({ receipt_email: 'grace@example.com', status: 'succeeded' });
    const { id: canceled } = await create();
    await paymentIntents.cancel(canceled);
    const update = paymentIntents.update(canceled, { receipt_email: 'ada@example.com' });
    await expectRejection(update, {
      message: expect.stringMatching(
        /statuses: requires_payment_method, requires_confirmation, requires_action, requires_capture, succeeded\.$/,
      ),
    });
  });

  it('is refunded only after it was captured, and at most in whole', async () => {
    const { id, latest_charge: charge } = await held();
    const refund = (params: Record<string, string>) => api().post('refunds', params);
    await expectError(refund({ charge: String(charge) }), 400, {
      message: expect.stringContaining(`created by a PaymentIntent (${id}). You must cancel`),
    });
    await stripe.paymentIntents.capture(id);
    await expectError(refund({ payment_intent: id, amount: '3500' }), 400, {
      message: 'Refund amount ($35.00) is greater than charge amount ($30.00)',
      param: 'amount',
    });
    const { id: first } = await stripe.refunds.create({ payment_intent: id, amount: 1000 });
    await expectError(refund({ payment_intent: id, amount: '2500' }), 400, {
      message: 'Refund amount ($25.00) is greater than unrefunded amount on charge ($20.00)',
    });
    await expectWholeError(api().post(`refunds/${first}/cancel`), 400, {
      message: 'Canceling this refund is unsupported.',
    });
  });

  it('is a setup if its amount is zero', async () => {
    await expectError(api().post('payment_intents', { amount: '0', currency: 'usd' }), 400, {
      code: 'parameter_invalid_integer',
      message: expect.stringContaining('use a Setup Intent instead'),
    });
  });

  it('is receipted at an email address', async () => {
    const wrong = { amount: '500', currency: 'usd', receipt_email: 'nobody' };
    await expectError(api().post('payment_intents', wrong), 400, {
      code: 'email_invalid',
      param: 'receipt_email',
    });
  });
});

describe('a payment method', () => {
  it('is created without a customer, and attached to one', async () => {
    const customer = await payer(world);
    const visa = { type: 'card', 'card[token]': 'tok_visa' };
    await expectError(api().post('payment_methods', { ...visa, customer }), 400, {
      message: expect.stringMatching(/^You cannot attach a PaymentMethod to a Customer during/),
    });
    await expectWholeError(api().post('payment_methods/pm_card_visa/attach'), 400, {
      code: 'parameter_missing',
      message: 'Must provide customer or customer_account.',
    });
    const older = rawApi(world, '2023-10-16').post('payment_methods/pm_card_visa/attach');
    await expectError(older, 400, { param: 'customer' });
  });

  // Sources: docs.stripe.com/testing (a month such as 13, a year long past) and stripe/stripe-android issue 1895 (50 years).
  it.each([
    ['year', { 'card[exp_month]': '1', 'card[exp_year]': '2021' }],
    ['year', { 'card[exp_year]': '1899' }],
    ['year', { 'card[exp_year]': String(new Date().getUTCFullYear() + 51) }],
    ['month', { 'card[exp_month]': '13' }],
    ['month', { 'card[exp_month]': '0' }],
  ])('has an expiration %s that can be: not %j', async (part, expiry) => {
    const { card } = await payerWithCard(world);
    await expectError(api().post(`payment_methods/${card}`, expiry), 402, {
      ...{ code: `invalid_expiry_${part}`, type: 'card_error' },
      message: `Your card's expiration ${part} is invalid.`,
    });
  });

  // Sources: stripe/stripe-ios issue 1985 and woocommerce/woocommerce-gateway-stripe issue 3558 (an empty country).
  it.each([
    ['JA', { message: expect.stringMatching(/^Country 'JA' is unknown\./) }],
    ['', { code: 'parameter_invalid_empty' }],
  ])('is billed in a country that exists: not %j', async (country, error) => {
    const param = 'billing_details[address][country]';
    const visa = { type: 'card', 'card[token]': 'tok_visa' };
    const create = (given: string) => api().post('payment_methods', { ...visa, [param]: given });
    await expectError(create(country), 400, { ...error, param });
    expect((await create('JP')).body).toMatchObject({ billing_details: { address: { country: 'JP' } } });
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const method = { payment_method_data: { type: 'card', card: { token: 'tok_visa' } } };
    const within = `payment_method_data${param.replace(/^\w+/, '[$&]')}`;
    await expectError(api().post(`payment_intents/${id}/confirm`, { ...method, [within]: country }), 400, {
      param: within,
    });
  });

  it('can be changed otherwise after it expired', async () => {
    const { card } = await payerWithCard(world);
    await emulator.advanceTime({ months: 36 });
    const changed = await stripe.paymentMethods.update(card, { metadata: { kept: 'yes' } });
    expect(changed.metadata).toEqual({ kept: 'yes' });
  });

  it('is found through its customer only', async () => {
    const [one, other] = [await payer(world), await payer(world)];
    const [method] = (await stripe.customers.listPaymentMethods(one)).data;
    const found = await stripe.customers.retrievePaymentMethod(one, String(method?.id));
    expect(found).toMatchObject({ id: method?.id, customer: one });
    // Source: github.com/Kiln-AI/stripe_world, a recording of 2026-08-26.dahlia (06_customers_payment_methods, step 10).
    await expectWholeError(api().get(`customers/${other}/payment_methods/${method?.id}`), 404, {
      message: 'Invalid request',
      param: 'customer',
    });
  });
});

describe('a subscription', () => {
  it.each(['plan', 'quantity'] as const)(
    'is changed by its items or in the former way: %s',
    async (former) => {
      const price = await findPrice(stripe);
      const { customer, id, items } = await subscribedPayer(world);
      const change = { items: [{ id: items.data[0]?.id, quantity: 2 }], plan: price, quantity: 2 } as const;
      const both = api().post(`subscriptions/${id}`, { items: change.items, [former]: change[former] });
      const message = `Received both items and ${former} parameters. Please pass in only one.`;
      await expectWholeError(both, 400, { message });
      const made = { customer, [former]: change[former] };
      const create = (given: object) => api().post('subscriptions', { ...made, items: given });
      await expectWholeError(create([{ price }]), 400, { message });
      await expectWholeError(create({ price }), 400, { message: 'Invalid array', param: 'items' });
    },
  );

  it('has each price once, in one currency', async () => {
    const customer = await payer(world);
    const price = await findPrice(stripe);
    const euros = await monthlyPrice(stripe, 900, { currency: 'eur' });
    await expectInvalid(stripe.subscriptions.create({ customer, items: [{ price }, { price }] }), 'plan');
    const mixed = stripe.subscriptions.create({ customer, items: [{ price }, { price: euros }] });
    await expectRejection(mixed, {
      message: expect.stringMatching(
        /^This `price` has `currency=eur`, but other items use `currency=usd`\./,
      ),
      param: 'items[1][price]',
    });
    const wrong = stripe.subscriptions.create({ customer, currency: 'eur', items: [{ price }] });
    await expectRejection(wrong, {
      message: "The price specified only supports `usd`. This doesn't match the expected currency: `eur`.",
    });
    const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price }] });
    await expectRejection(stripe.subscriptions.update(id, { items: [{ price }] }), {
      message: expect.stringContaining(`an existing Subscription Item ${items.data[0]?.id} is already using`),
      param: 'plan',
    });
    for (const add of [
      stripe.subscriptionItems.create({ subscription: id, price: euros }),
      stripe.subscriptionItems.update(String(items.data[0]?.id), { price: euros }),
    ]) {
      await expectInvalid(add, 'price');
    }
    await expectInvalid(stripe.subscriptions.update(id, { items: [{ price: euros }] }), 'items[0][price]');
    await stripe.subscriptions.cancel(id);
    const late = stripe.subscriptionItems.create({ subscription: id, price });
    await expectRejection(late, { statusCode: 404, param: 'subscription' });
  });

  it('starts with a trial of two years at most', async () => {
    const customer = await payer(world);
    const price = await findPrice(stripe);
    const create = (params: Record<string, string>) =>
      api().post('subscriptions', { customer, 'items[0][price]': price, ...params });

    const inYears = async (years: number) =>
      String((await emulator.now()) + years * 365 * 24 * 3600 + 24 * 3600);
    await expectError(create({ trial_end: await inYears(3) }), 400, {
      message: 'The maximum number of trial period days is 730 (2 years).',
      param: 'trial_end',
    });
    await expectError(create({ trial_end: await inYears(6) }), 400, {
      message: 'Invalid timestamp: can be no more than five years in the future',
      param: 'trial_end',
    });
  });
});

describe('an error in an earlier version', () => {
  it.each([
    ['2022-11-15', 'subscriptions', { plan: 'gold' }, 'plan', "No such plan: 'gold'"],
    ['2022-11-15', 'subscriptions', { items: [{ plan: 'gold' }] }, 'plan', "No such plan: 'gold'"],
    ['2022-11-15', 'subscriptions', { items: [{ price: 'tin' }] }, 'items[0][price]', "No such price: 'tin'"],
    ['2023-10-16', 'customers', { coupon: 'SPRING' }, 'coupon', "No such coupon: 'SPRING'"],
    ['2022-11-15', 'invoiceitems', { price: 'price_1' }, 'price', "No such price: 'price_1'"],
    ['2024-06-20', 'promotion_codes', { coupon: 'SPRING' }, 'coupon', "No such coupon: 'SPRING'"],
    ['2024-06-20', 'promotion_codes', {}, 'coupon', 'Missing required param: coupon.'],
  ])('names the parameter of that version: %s %s %j', async (version, path, given, param, message) => {
    const needsCustomer = path === 'subscriptions' || path === 'invoiceitems';
    const params = { ...given, ...(needsCustomer && { customer: await payer(world) }) };
    await expectError(rawApi(world, version).post(path, params), 400, { message, param });
  });

  it('shows the payment as that version does', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await expectError(rawApi(world, '2020-08-27').post(`payment_intents/${id}/capture`), 400, {
      payment_intent: { charges: { object: 'list' } },
    });
  });
});

describe('the type of a payment method', () => {
  it('is a known one, given in one way, and is shown', async () => {
    const version = '2025-10-29.clover';
    const pay = (types: readonly string[], more: object = {}) =>
      rawApi(world, version).post('payment_intents', {
        ...{ amount: 500, currency: 'usd', payment_method_types: types },
        ...more,
      });
    expect((await pay(['card', 'us_bank_account'])).body).toMatchObject({
      payment_method_types: ['card', 'us_bank_account'],
    });
    await expectError(pay(['barter']), 400, {
      message: expect.stringMatching(/^The payment method type provided: barter is invalid\./),
      param: 'payment_method_types',
    });
    const both = pay(['card'], { automatic_payment_methods: { enabled: true } });
    await expectError(both, 400, { param: 'payment_method_types' });
    const twice = pay(['card'], { allowed_payment_method_types: ['card'] });
    await expectError(twice, 400, { param: 'payment_method_types' });
    const setup = rawApi(world, version).post('setup_intents', { payment_method_types: ['card', 'link'] });
    expect((await setup).body).toMatchObject({ payment_method_types: ['card', 'link'] });
  });
});

// Source: docs.stripe.com/changelog/endive/2026-09-30 (removes the parameter from payments, setups and checkouts).
describe('payment_method_types since 2026-09-30.endive', () => {
  const given = { payment_method_types: ['card'] };

  it('is rejected for payments and setups', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const payment = await paymentIntents.create({ amount: 500, currency: 'usd' });
    const setup = await setupIntents.create();
    const paths = [
      ...['payment_intents', `payment_intents/${payment.id}`, `payment_intents/${payment.id}/confirm`],
      ...['setup_intents', `setup_intents/${setup.id}`],
    ];
    for (const path of paths) {
      await expectError(rawApi(world, '2026-09-30.endive').post(path, given), 400, {
        code: 'payment_method_types_no_longer_supported',
        param: 'payment_method_types',
      });
    }
  });

  it('is unknown to checkouts, which another parameter limits', async () => {
    await expectError(api().post('checkout/sessions', given), 400, {
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
    const both = { allowed_payment_method_types: ['card'], automatic_payment_methods: { enabled: true } };
    const payment = api().post('payment_intents', { amount: 500, currency: 'usd', ...both });
    await expectError(payment, 400, { param: 'allowed_payment_method_types' });
  });
});

describe('a checkout session', () => {
  const create = async (params: object) => {
    const price = await findPrice(stripe);
    const urls = { success_url: 'https://example.com', mode: 'subscription' };
    return api().post('checkout/sessions', { ...urls, line_items: [{ price, quantity: 1 }], ...params });
  };

  it('is in the currency of its prices', async () => {
    await expectError(create({ currency: 'eur' }), 400, {
      message: "The price specified only supports `usd`. This doesn't match the expected currency: `eur`.",
      param: 'line_items[0][price]',
    });
  });

  it('has at most twenty recurring prices', async () => {
    const data = { currency: 'usd', product_data: { name: 'A seat' }, recurring: { interval: 'month' } };
    const item = { price_data: { ...data, unit_amount: 500 }, quantity: 1 };
    await expectError(create({ line_items: Array.from({ length: 21 }, () => item) }), 400, {
      param: 'line_items',
    });
  });

  it('decides about the payment method for subscriptions only, and labels fields with 50 characters', async () => {
    const payment = { mode: 'payment', line_items: [lineItem(500, 'A')] };
    await expectError(create({ ...payment, payment_method_collection: 'always' }), 400, {
      param: 'payment_method_collection',
    });
    const field = { key: 'size', label: { custom: 'x'.repeat(51), type: 'custom' }, type: 'text' };
    await expectError(create({ ...payment, custom_fields: [field] }), 400, {
      param: 'custom_fields[0][label][custom]',
    });
  });
});

describe('an expansion', () => {
  it('shows the customer and the discounts of what has them', async () => {
    const customer = await payer(world);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 5 });
    const item = await stripe.invoiceItems.create({
      ...{ customer, amount: 500, currency: 'usd', discounts: [{ coupon }] },
      expand: ['customer', 'discounts'],
    });
    expect(item).toMatchObject({ customer: { id: customer }, discounts: [{ object: 'discount' }] });
    const { id } = await payByCard(stripe, 500, { customer });
    const refund = await stripe.refunds.create({ payment_intent: id, expand: ['customer'] });
    expect(refund).toMatchObject({ customer: { id: customer } });
  });
});

describe('what is over', () => {
  it('shows the payment method that was declined', async () => {
    const { customer, card } = await payerWithCard(world, 'pm_card_chargeCustomerFail');
    const pay = { amount: '500', currency: 'usd', customer, payment_method: card };
    await expectError(api().post('payment_intents', { ...pay, confirm: 'true' }), 402, {
      payment_intent: { payment_method: null },
      payment_method: { id: card },
    });
  });

  it('is an inactive product that is deleted', async () => {
    const product = await stripe.products.create({ name: 'A seat' });
    await stripe.products.del(product.id);
    const [deleted] = (await stripe.events.list({ type: 'product.deleted' })).data;
    expect(deleted?.data.object).toMatchObject({ id: product.id, active: false });
  });
});

describe('a tax registration', () => {
  // Source: docs.stripe.com/api/tax/registrations/create (the types of each country) and docs.stripe.com/tax/tax-codes.
  it.each([
    ['US', { us: { type: 'state_sales_tax' } }, 'country_options[us][state]'],
    ['DE', { fr: { type: 'oss_union' } }, 'country_options[de]'],
  ])('knows the taxes of each country: %s with %j', async (country, country_options, param) => {
    const params = { active_from: 'now', country, country_options };
    await expectError(api().post('tax/registrations', params), 400, { param });
  });

  it('has codes that exist', async () => {
    const params = { defaults: { tax_code: 'books' } };
    await expectError(api().post('tax/settings', params), 400, { param: 'defaults[tax_code]' });
  });
});

/** Sources: github.com/Kiln-AI/stripe_world (recordings of 2026-08-26.dahlia), stripe-python#123, stripe-ruby-mock. */
describe('a value that is not among those of a parameter', () => {
  it.each([
    [
      'subscriptions?status=gone',
      'active, past_due, unpaid, canceled, incomplete, incomplete_expired, trialing, paused, all, or ended',
    ],
    ['invoices?status=gone', 'draft, open, void, paid, or uncollectible'],
  ])('is answered with them in the order of Stripe: %s', async (path, values) => {
    const message = `Invalid status: must be one of ${values}`;
    await expectWholeError(api().get(path), 400, { message, param: 'status' });
  });

  it.each([
    ['customers', { email: 'ada@mail' }, 'email address: ada@mail'],
    ['customers', { tax_exempt: 'gone' }, 'tax_exempt: must be one of none, reverse, or exempt'],
    [
      'subscriptions',
      { customer: 'cus_1', items: [{ price: 'price_1' }], payment_behavior: 'wait' },
      'payment_behavior: must be one of allow_incomplete, error_if_incomplete, pending_if_incomplete, or default_incomplete',
    ],
    [
      'plans',
      { amount: 1, currency: 'usd', interval: 'gone', product: { name: 'Pro' } },
      'interval: must be one of month, year, week, or day',
    ],
  ])('is answered with them in the order of Stripe: POST %s', async (path, params, values) => {
    await expectError(api().post(path, params), 400, { message: `Invalid ${values}` });
  });
});

describe('a new subscription', () => {
  const create = async (extra: object) => {
    const given = { customer: await payer(world), items: [{ price: await findPrice(stripe) }] };
    return api().post('subscriptions', { ...given, ...extra });
  };

  it('is not found, rather than rejected, for an unknown customer', async () => {
    await expectWholeError(create({ customer: 'cus_1' }), 404, {
      code: 'resource_missing',
      message: "No such customer: 'cus_1'",
      param: 'customer',
    });
  });

  it('ends in one way, also in a preview', async () => {
    const message = 'You cannot set both `cancel_at` and `cancel_at_period_end`.';
    const ends = { cancel_at: 'min_period_end', cancel_at_period_end: true };
    await expectError(create(ends), 400, { message, param: 'cancel_at' });
    const items = [{ price: await findPrice(stripe) }];
    const { id: customer } = await stripe.customers.create();
    const preview = { customer, subscription_details: { items, ...ends } };
    await expectError(api().post('invoices/create_preview', preview), 400, { message });
  });

  it('repeats the end of a trial that is in the past', async () => {
    const message =
      'The parameter `trial_end` expects a unix timestamp representing a date and time in the future. You specified the value `999` which is in the past.';
    await expectWholeError(create({ trial_end: 999 }), 400, { message, param: 'trial_end' });
  });
});

it('an invoice item that is billed is not deleted, and the error has no code', async () => {
  const customer = await payer(world);
  await openInvoice(world, customer, [500]);
  const [item] = (await stripe.invoiceItems.list({ customer })).data;
  const message = "Can't delete an invoice item that is attached to an invoice that is no longer editable";
  await expectWholeError(api().remove(`invoiceitems/${item?.id}`), 400, { message });
});
