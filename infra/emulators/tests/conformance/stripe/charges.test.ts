import { expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const sale = { amount: 3200, currency: 'eur' };
const saleWith = (changes: object) => stripe.charges.create({ ...sale, source: 'tok_visa', ...changes });

it('charges a token without a payment intent', async () => {
  const { balanceTransactions, paymentIntents } = stripe;
  const charge = await saleWith({
    description: 'Sheet music',
    metadata: { order: '17' },
    receipt_email: 'ada@example.com',
    // Source: test/charges.ts of stripe-stateful-mock, which compares with Stripe.
    shipping: { name: 'Ada', address: { city: 'York' }, carrier: 'Royal Mail', tracking_number: '' },
    statement_descriptor_suffix: 'Scores',
  });
  expect(charge).toMatchObject({
    shipping: { carrier: 'Royal Mail', tracking_number: null },
    amount_captured: 3200,
    captured: true,
    description: 'Sheet music',
    metadata: { order: '17' },
    paid: true,
    payment_intent: null,
    payment_method: expect.stringMatching(/^card_/),
    receipt_email: 'ada@example.com',
    source: { object: 'card', brand: 'Visa', last4: '4242' },
    statement_descriptor_suffix: 'Scores',
    status: 'succeeded',
  });
  expect(charge).not.toHaveProperty('radar_options');
  expect(await balanceTransactions.retrieve(String(charge.balance_transaction))).toMatchObject({
    amount: 3200,
    source: charge.id,
  });
  expect((await paymentIntents.list()).data).toEqual([]);
  expect(await listEventTypes(world, { limit: 1 })).toEqual(['charge.succeeded']);
});

it('a charge pays no invoice', async () => {
  const { customers, invoices } = stripe;
  const { id: customer } = await customers.create({ source: 'tok_visa' });
  await invoices.create({ customer });
  const { id } = await saleWith({ source: undefined, customer });
  const { body } = await rawApi(world, '2024-06-20').get(`charges/${id}`);
  expect(body).toMatchObject({ invoice: null, payment_intent: null });
});

it("charges the customer's default source, or another one", async () => {
  const { customers } = stripe;
  const { id: customer } = await customers.create({ source: 'tok_visa' });
  expect(await saleWith({ source: undefined, customer })).toMatchObject({
    customer,
    source: { last4: '4242' },
  });
  const { id: source } = await customers.createSource(customer, { source: 'tok_amex' });
  expect(await saleWith({ source, customer })).toMatchObject({ source: { id: source, customer } });
  const { id: empty } = await customers.create({});
  await expectRejection(saleWith({ source: undefined, customer: empty }), {
    statusCode: 402,
    code: 'missing',
    param: 'card',
  });
  for (const wrong of [{ source: undefined }, { source: 'tok_none' }]) {
    await expectRejection(saleWith(wrong), { statusCode: 400 });
  }
  await expectRejection(saleWith({ source, customer: empty }), {
    statusCode: 404,
    code: 'missing',
    param: 'source',
  });
});

it('a charge is declined with a failed charge, also where the bank asks for authentication', async () => {
  const declined = await readRejection(saleWith({ source: 'tok_chargeDeclinedInsufficientFunds' }));
  expect(declined).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    charge: expect.stringMatching(/^ch_/),
  });
  expect(await stripe.charges.retrieve(String(declined.charge))).toMatchObject({ status: 'failed' });
  expect(await listEventTypes(world, { limit: 1 })).toEqual(['charge.failed']);
  await expectRejection(saleWith({ source: 'tok_threeDSecure2Required' }), {
    code: 'authentication_required',
  });
});

it('a charge is captured later in part, or lapses', async () => {
  const { charges } = stripe;
  const held = await saleWith({ capture: false });
  expect(held).toMatchObject({ captured: false, balance_transaction: null });
  const late = await saleWith({ capture: false });
  expect(await charges.capture(held.id, { amount: 1200 })).toMatchObject({
    amount_captured: 1200,
    amount_refunded: 2000,
    captured: true,
  });
  expect(await listEventTypes(world, { limit: 1 })).toEqual(['charge.captured']);
  await expectRejection(charges.capture(held.id), { code: 'charge_already_captured' });
  await emulator.advanceTime({ days: 8 });
  expect(await charges.retrieve(late.id)).toMatchObject({ captured: false, refunded: true });
  expect(await listEventTypes(world, { limit: 1 })).toEqual(['charge.expired']);
});

it('a charge is refunded; a refund before the capture releases the whole amount', async () => {
  const { charges, refunds } = stripe;
  const { id } = await saleWith({});
  expect(await refunds.create({ charge: id, amount: 200 })).toMatchObject({
    payment_intent: null,
    balance_transaction: expect.stringMatching(/^txn_/),
  });
  const { id: held } = await saleWith({ capture: false });
  await expectRejection(refunds.create({ charge: held, amount: 200 }), { statusCode: 400 });
  expect(await refunds.create({ charge: held })).toMatchObject({ amount: 3200, balance_transaction: null });
  await expectRejection(charges.capture(held), { code: 'charge_already_refunded' });
});

it('is refunded at its own path too, as by older clients', async () => {
  const { charges, refunds } = stripe;
  const { get, post } = rawApi(world);
  const { id } = await saleWith({});
  const path = `charges/${id}/refunds`;
  const { body: first } = await post(path, { amount: 200 });
  expect(first).toMatchObject({ object: 'refund', charge: id, amount: 200 });
  const refund = String(first.id);
  const { body: changed } = await post(`${path}/${refund}`, { metadata: { order: '7' } });
  expect(changed.metadata).toEqual({ order: '7' });
  const { body: refunded } = await post(`charges/${id}/refund`, { amount: 100 });
  expect(refunded).toMatchObject({ object: 'charge', amount_refunded: 300 });
  const { body: listed } = await get(path, { limit: 1 });
  expect(listed).toMatchObject({ url: `/v1/${path}`, has_more: true, data: [{ amount: 100 }] });
  expect((await get(`${path}/${refund}`)).body).toMatchObject({ id: refund, metadata: { order: '7' } });
  const { id: other } = await saleWith({});
  expect((await get(`charges/${other}/refunds/${refund}`)).status).toBe(404);
  expect((await refunds.list({ charge: id })).data).toHaveLength(2);
  const { refunds: embedded } = await charges.retrieve(id, { expand: ['refunds'] });
  expect(embedded).toMatchObject({ url: `/v1/${path}`, data: [{ amount: 100 }, { amount: 200 }] });
});

it('a charge is disputed, and warned of', async () => {
  const { disputes, radar } = stripe;
  const disputed = await saleWith({ source: 'tok_createDispute' });
  const [dispute] = (await disputes.list({ charge: disputed.id })).data;
  expect(dispute).toMatchObject({ payment_intent: null, status: 'needs_response' });
  const suspicious = await saleWith({ source: 'tok_createIssuerFraudRecord' });
  expect((await radar.earlyFraudWarnings.list({ charge: suspicious.id })).data).toHaveLength(1);
});

it('a charge is changed, also that of a payment intent, which is captured as such', async () => {
  const { charges, customers } = stripe;
  const { latest_charge: charge } = await payByCard(stripe, sale.amount, {
    ...sale,
    capture_method: 'manual',
  });
  const changes = {
    description: 'Scores',
    metadata: { order: '18' },
    fraud_details: { user_report: 'safe' },
  } as const;
  expect(await charges.update(String(charge), changes)).toMatchObject(changes);
  expect(await listEventTypes(world, { limit: 1 })).toEqual(['charge.updated']);
  await expectRejection(charges.capture(String(charge)), { statusCode: 400 });
  const { id: customer } = await customers.create({ source: 'tok_visa' });
  const { id } = await saleWith({});
  expect(await charges.update(id, { customer })).toMatchObject({ customer });
  await expectInvalid(charges.update(id, { customer }), 'customer');
});
