import { beforeEach, describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld({ publicUrl: 'http://localhost:8080' });
const { stripe, emulator } = world;

let account: string;
let own: { stripeAccount: string };
beforeEach(async () => {
  account = await onboard(world);
  own = { stripeAccount: account };
});

const BYPASSING = { payment_method: 'pm_card_bypassPending' };

const pay = (more: object = {}, options: { stripeAccount?: string } = {}) =>
  payByCard(stripe, 10_000, { ...BYPASSING, ...more }, options);

describe('a setup on behalf of an account', () => {
  it('names the account, which must exist', async () => {
    const { setupIntents } = stripe;
    expect(await setupIntents.create({ on_behalf_of: account })).toMatchObject({ on_behalf_of: account });
    await expectInvalid(setupIntents.create({ on_behalf_of: 'acct_1Unknown' }), 'on_behalf_of');
  });
});

async function usd(options: { stripeAccount?: string } = {}) {
  const { available, pending } = await stripe.balance.retrieve({}, options);
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0);
}

/** The charge of a payment after its capture. */
async function captured(id: string, options: { stripeAccount?: string } = {}) {
  await emulator.settle();
  const { latest_charge } = await stripe.paymentIntents.retrieve(id, {}, options);
  return stripe.charges.retrieve(String(latest_charge), {}, options);
}

describe('a destination charge', () => {
  const split = (extra: object = {}) => ({ transfer_data: { destination: account }, ...extra });

  it('gives the money to the account and the fee to the platform', async () => {
    const { applicationFees, transfers } = stripe;
    const intent = await payByCard(stripe, 10_000, split({ application_fee_amount: 1230 }));
    expect(intent).toMatchObject({
      application: null,
      application_fee_amount: 1230,
      on_behalf_of: null,
      status: 'succeeded',
      transfer_data: { destination: account },
      transfer_group: `group_${intent.id}`,
    });
    const made = await stripe.charges.retrieve(String(intent.latest_charge));
    expect(made).toMatchObject({ transfer_group: `group_${intent.id}`, balance_transaction: null });
    const charge = await captured(intent.id);
    expect(charge).toMatchObject({
      application_fee: expect.stringMatching(/^fee_/),
      application_fee_amount: 1230,
      destination: account,
      transfer: expect.stringMatching(/^tr_/),
      transfer_data: { amount: null, destination: account },
      transfer_group: `group_${intent.id}`,
    });
    // Source: docs.stripe.com/payments/payment-intents/asynchronous-capture.
    const [update] = (await world.stripe.events.list({ type: 'charge.updated' })).data;
    expect(update?.data.previous_attributes).toEqual({
      application_fee: null,
      balance_transaction: null,
      transfer: null,
    });
    const transfer = await transfers.retrieve(String(charge.transfer), { expand: ['destination_payment'] });
    expect(transfer).toMatchObject({
      amount: 10_000,
      source_transaction: charge.id,
      destination_payment: { application_fee: charge.application_fee, application_fee_amount: 1230 },
    });
    const { id: received } = transfer.destination_payment as { id: string };
    const fee = await applicationFees.retrieve(String(charge.application_fee), {
      expand: ['balance_transaction', 'charge', 'account'],
    });
    expect(fee).toMatchObject({
      account: { id: account },
      amount: 1230,
      balance_transaction: {
        ...{ amount: 1230, type: 'application_fee', reporting_category: 'platform_earning' },
        description: expect.stringMatching(
          /^Application fee from application Emulated account for .+ \(acct_/,
        ),
      },
      charge: { id: received },
      fee_source: { charge: received, type: 'charge' },
      originating_transaction: charge.id,
      refunded: false,
    });
    expect([await usd(), await usd(own)]).toEqual([10_000 - 320 - 10_000 + 1230, 8770]);
    const [entry] = (await stripe.balanceTransactions.list({}, own)).data;
    expect(entry).toMatchObject({
      amount: 10_000,
      fee: 1230,
      fee_details: [{ amount: 1230, type: 'application_fee' }],
      net: 8770,
    });
    expect((await applicationFees.list({ charge: received })).data).toMatchObject([{ id: fee.id }]);
    await expectRejection(applicationFees.list({ charge: 'py_none' }), {
      code: 'resource_missing',
      param: 'charge',
    });
  });

  it('gives the account a part, if that is all that it gets', async () => {
    const transfer_data = { destination: account, amount: 7000 };
    const intent = await pay({ transfer_data, on_behalf_of: account });
    expect(intent).toMatchObject({ on_behalf_of: account, transfer_data: { amount: 7000 } });
    expect(await captured(intent.id)).toMatchObject({ application_fee: null, on_behalf_of: account });
    expect([await usd(), await usd(own)]).toEqual([9680 - 7000, 7000]);
  });

  it('takes back what is pending from what is pending', async () => {
    const { balanceTransactions, refunds } = stripe;
    const { id: payment_intent } = await payByCard(stripe, 10_000, split({ application_fee_amount: 1000 }));
    await emulator.settle();
    await refunds.create({ payment_intent, reverse_transfer: true, refund_application_fee: true });
    const { data } = await balanceTransactions.list({}, own);
    const [returned] = (await balanceTransactions.list({ type: 'transfer_refund' })).data;
    const [fee] = (await balanceTransactions.list({ type: 'application_fee_refund' })).data;
    expect([...data, returned, fee].map((entry) => entry?.status)).toEqual(Array(5).fill('pending'));
  });

  it('is refunded by the platform, or by all who got a part', async () => {
    const { applicationFees, refunds, transfers } = stripe;
    const intent = await pay(split({ application_fee_amount: 1000 }));
    const charge = await captured(intent.id);
    await refunds.create({ charge: charge.id, amount: 2000 });
    expect(await usd(own)).toBe(9000);
    const refund = await refunds.create({
      charge: charge.id,
      amount: 5000,
      reverse_transfer: true,
      refund_application_fee: true,
      expand: ['transfer_reversal'],
    });
    expect(refund.transfer_reversal).toMatchObject({ amount: 5000, source_refund: refund.id });
    expect(await transfers.retrieve(String(charge.transfer))).toMatchObject({ amount_reversed: 5000 });
    expect(await applicationFees.retrieve(String(charge.application_fee))).toMatchObject({
      amount_refunded: 500,
      refunds: { data: [{ amount: 500, object: 'fee_refund' }] },
    });
    expect(await usd(own)).toBe(9000 - 5000 + 500);
  });

  it('is captured with another fee', async () => {
    const { paymentIntents } = stripe;
    const intent = await pay({ ...split({ application_fee_amount: 1000 }), capture_method: 'manual' });
    expect((await stripe.transfers.list()).data).toEqual([]);
    await paymentIntents.capture(intent.id, { amount_to_capture: 6000, application_fee_amount: 500 });
    expect(await captured(intent.id)).toMatchObject({ application_fee_amount: 500 });
    expect(await usd(own)).toBe(5500);
  });

  it('can be a checkout, or a charge without a payment intent', async () => {
    const { charges } = stripe;
    const { id } = await createSession(stripe, {
      ...{ mode: 'payment', line_items: [lineItem(2000, 'Ride')] },
      payment_intent_data: { ...split({ application_fee_amount: 500 }) },
    });
    const paid = await emulator.pay(id, { card: 'visa' });
    expect(await captured(String(paid.session.payment_intent))).toMatchObject({
      application_fee_amount: 500,
    });
    expect(await usd(own)).toBe(1500);
    const charge = await charges.create({
      amount: 1000,
      currency: 'usd',
      source: 'tok_visa',
      transfer_group: 'ORDER_8',
      ...split(),
    });
    expect(charge).toMatchObject({ destination: account, transfer_group: 'ORDER_8' });
    expect((await charges.list({ transfer_group: 'ORDER_8' })).data).toMatchObject([{ id: charge.id }]);
    expect(await usd(own)).toBe(2500);
  });

  it('is rejected for what it cannot share', async () => {
    const { refunds } = stripe;
    await expectRejection(pay({ application_fee_amount: 1 }), {
      statusCode: 400,
      message: expect.stringMatching(/^Can only apply an application_fee_amount when/),
    });
    await expectRejection(pay({ transfer_data: { destination: 'acct_none' } }), {
      code: 'resource_missing',
      param: 'transfer_data[destination]',
    });
    await expectInvalid(pay({ on_behalf_of: 'acct_none' }), 'on_behalf_of');
    await expectRejection(pay(split({ application_fee_amount: 10_001 })), { statusCode: 400 });
    const both = { application_fee_amount: 1, transfer_data: { destination: account, amount: 1 } };
    await expectRejection(pay(both), { statusCode: 400 });
    const debit = stripe.charges.create({ amount: 100, currency: 'usd', source: account });
    await expectRejection(debit, { statusCode: 501 });
    const { id } = await pay();
    await emulator.settle();
    const whole = await pay(split());
    await emulator.settle();
    const all = { reverse_transfer: true, refund_application_fee: true };
    expect(await refunds.create({ payment_intent: whole.id, ...all })).toMatchObject({ status: 'succeeded' });
    for (const shares of [{ reverse_transfer: true }, { refund_application_fee: true }]) {
      await expectRejection(refunds.create({ payment_intent: id, ...shares }), { statusCode: 400 });
    }
  });
});

describe('a direct charge', () => {
  it('belongs to the account, and the platform gets a fee', async () => {
    const { applicationFees, balanceTransactions, charges, refunds } = stripe;
    const intent = await pay({ application_fee_amount: 700 }, own);
    expect(intent).toMatchObject({
      application: expect.stringMatching(/^ca_/),
      application_fee_amount: 700,
      payment_method_configuration_details: { parent: expect.stringMatching(/^pmc_/) },
    });
    const charge = await captured(intent.id, own);
    expect(charge).toMatchObject({ application_fee: expect.stringMatching(/^fee_/), transfer_data: null });
    await expectRejection(charges.retrieve(charge.id), { statusCode: 404 });
    const entry = await balanceTransactions.retrieve(String(charge.balance_transaction), {}, own);
    expect(entry).toMatchObject({
      fee: 320 + 700,
      fee_details: [
        { amount: 700, type: 'application_fee' },
        { amount: 320, type: 'stripe_fee' },
      ],
    });
    const { data } = await applicationFees.list();
    expect(data).toMatchObject([{ account, amount: 700, charge: charge.id, originating_transaction: null }]);
    expect([await usd(), await usd(own)]).toEqual([700, 10_000 - 1020]);
    await refunds.create({ charge: charge.id, refund_application_fee: true }, own);
    expect(await applicationFees.retrieve(String(charge.application_fee))).toMatchObject({ refunded: true });
    expect([await usd(), await usd(own)]).toEqual([0, -320]);
  });

  it('is reserved by the platform as far as a custom account owes it', async () => {
    const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
    const custom = await onboard(world, { type: 'custom', capabilities });
    expect((await stripe.balance.retrieve()).connect_reserved).toEqual([{ amount: 0, currency: 'usd' }]);
    await payByCard(stripe, 1000, { payment_method: 'pm_card_createDispute' }, { stripeAccount: custom });
    await world.emulator.advanceTime({ days: 3 });
    const { connect_reserved } = await stripe.balance.retrieve();
    expect(connect_reserved).toEqual([{ amount: 59 + 1500, currency: 'usd' }]);
  });
});

describe('an application fee', () => {
  it('is refunded in parts', async () => {
    const { applicationFees } = stripe;
    await pay({ application_fee_amount: 700 }, own);
    await emulator.settle();
    const [fee] = (await applicationFees.list()).data;
    const id = String(fee?.id);
    const refund = await applicationFees.createRefund(id, {
      ...{ amount: 200, metadata: { why: 'kind' }, expand: ['balance_transaction'] },
    });
    expect(refund).toMatchObject({
      ...{ object: 'fee_refund', amount: 200, fee: id, metadata: { why: 'kind' } },
      balance_transaction: { description: 'REFUND FOR APPLICATION FEE' },
    });
    await expectInvalid(applicationFees.createRefund(id, { amount: 501 }), 'amount');
    await applicationFees.updateRefund(id, refund.id, { metadata: { why: 'late' } });
    expect(await applicationFees.retrieveRefund(id, refund.id)).toMatchObject({ metadata: { why: 'late' } });
    await applicationFees.createRefund(id);
    expect((await applicationFees.listRefunds(id)).data.map(({ amount }) => amount)).toEqual([500, 200]);
    await expectRejection(applicationFees.createRefund(id), { statusCode: 400 });
    expect(await listEventTypes(world, { type: 'application_fee.*' })).toEqual([
      'application_fee.created',
      'application_fee.refunded',
      'application_fee.refund.updated',
      'application_fee.refunded',
    ]);
  });
});
