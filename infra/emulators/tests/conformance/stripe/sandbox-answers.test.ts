import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payByCard, payer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

// Source: public notes of calls to a Stripe sandbox in version 2026-08-26.dahlia, in the words of this file.

const world = createWorld();
const { stripe, emulator } = world;
const api = () => rawApi(world);

describe('a change of a part', () => {
  it('leaves the other parts of a customer’s addresses', async () => {
    const { customers } = stripe;
    const address = { city: 'Porto', country: 'PT', line1: '1 Rua Nova' };
    const { id } = await customers.create({ address, shipping: { name: 'Ada', phone: '1', address } });
    const changed = await customers.update(id, {
      address: { city: 'Lisbon', line1: '' },
      shipping: { name: 'Grace', address: { postal_code: '4000' } },
    });
    expect(changed).toMatchObject({
      address: { city: 'Lisbon', country: 'PT', line1: '' },
      shipping: { name: 'Grace', phone: '1', address: { city: 'Porto', postal_code: '4000' } },
    });
    expect(await customers.update(id, { address: '' })).toMatchObject({ address: null });
  });

  it('leaves the other parts of a payment method’s address', async () => {
    const { customers, paymentMethods } = stripe;
    const [method] = (await customers.listPaymentMethods(await payer(world))).data;
    const id = String(method?.id);
    await paymentMethods.update(id, { billing_details: { address: { city: 'Porto', country: 'PT' } } });
    const changed = await paymentMethods.update(id, { billing_details: { address: { city: 'Lisbon' } } });
    expect(changed.billing_details.address).toMatchObject({ city: 'Lisbon', country: 'PT' });
    const cleared = await paymentMethods.update(id, { billing_details: { address: '' } });
    expect(cleared.billing_details.address).toMatchObject({ city: null, country: null });
  });
});

describe('a list with two cursors', () => {
  it('is rejected for an unknown cursor first', async () => {
    const { id } = await stripe.customers.create({});
    for (const [unknown, known] of [
      ['starting_after', 'ending_before'],
      ['ending_before', 'starting_after'],
    ] as const) {
      await expectError(api().get('customers', { [unknown]: 'cus_none', [known]: id }), 400, {
        code: 'resource_missing',
        param: unknown,
      });
    }
  });
});

describe('a list of balance transactions', () => {
  it('is empty for a currency that there is not, and for a dispute', async () => {
    const { balanceTransactions } = stripe;
    const { latest_charge } = await payByCard(stripe, 900);
    await emulator.settle();
    const { id: source } = await emulator.dispute(String(latest_charge));
    expect((await balanceTransactions.list({ currency: 'nope' })).data).toEqual([]);
    expect((await balanceTransactions.list({ source })).data).toEqual([]);
    const { data } = await balanceTransactions.list({ type: 'adjustment', currency: 'USD' });
    expect(data).toMatchObject([{ source }]);
  });
});

describe('the dispute of a charge', () => {
  const charge = async (payment_method: string) => {
    const { latest_charge } = await payByCard(stripe, 900, { payment_method });
    await emulator.settle();
    return String(latest_charge);
  };

  it.each([
    ['pm_card_createDispute', 'chargeback', '10.4'],
    ['pm_card_createDisputeProductNotReceived', 'chargeback', '13.1'],
    ['pm_card_createDisputeInquiry', 'inquiry', '10'],
  ])('has the code of the network: %s', async (method, case_type, network_reason_code) => {
    const { data } = await stripe.disputes.list({ charge: await charge(method) });
    expect(data).toMatchObject([{ payment_method_details: { card: { case_type, network_reason_code } } }]);
  });

  it('is read, answered and accepted through the charge, as older clients do', async () => {
    const id = await charge('pm_card_createDispute');
    const path = `charges/${id}/dispute`;
    const { body } = await api().get(path);
    expect(body).toMatchObject({ object: 'dispute', charge: id, status: 'needs_response' });
    const answered = await api().post(path, { evidence: { product_description: 'A map' } });
    expect(answered.body).toMatchObject({ id: body.id, status: 'under_review' });
    expect((await api().post(`${path}/close`)).body).toMatchObject({ id: body.id, status: 'lost' });
  });

  it('is missing with the charge, or without a dispute', async () => {
    const id = await charge('pm_card_visa');
    const undisputed = await api().get(`charges/${id}/dispute`);
    expect([undisputed.status, undisputed.body.error]).toMatchObject([
      404,
      { message: `No dispute for charge: ${id}` },
    ]);
    expect(undisputed.body.error).not.toHaveProperty('code');
    const unknown = await api().get('charges/ch_none/dispute');
    expect([unknown.status, unknown.body.error]).toMatchObject([
      404,
      { code: 'resource_missing', param: 'charge' },
    ]);
  });
});

describe('a trial that is ended at once without a payment method', () => {
  const trial = async (missing_payment_method: 'cancel' | 'create_invoice' | 'pause') => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const items = [{ price: await findPrice(stripe) }];
    const trial_settings = { end_behavior: { missing_payment_method } };
    const { id } = await stripe.subscriptions.create({
      ...{ customer, items, trial_period_days: 7, trial_settings },
    });
    return () => stripe.subscriptions.update(id, { trial_end: 'now', description: 'Ended' });
  };

  it('pauses the subscription', async () => {
    const end = await trial('pause');
    expect(await end()).toMatchObject({ status: 'paused', description: 'Ended' });
    const [event] = (await stripe.events.list({ type: 'customer.subscription.paused' })).data;
    expect(event?.data.object).toMatchObject({ status: 'paused' });
    expect((await stripe.invoices.list({ status: 'open' })).data).toEqual([]);
  });

  it('pauses the subscription if the same call takes its payment method away', async () => {
    const { customers, paymentMethods, subscriptions } = stripe;
    const { id: customer } = await customers.create();
    const { id: card } = await paymentMethods.attach('pm_card_visa', { customer });
    const { id } = await subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      default_payment_method: card,
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    const ended = await subscriptions.update(id, { trial_end: 'now', default_payment_method: '' });
    expect(ended).toMatchObject({ status: 'paused', default_payment_method: null });
  });

  it('cancels the subscription', async () => {
    const end = await trial('cancel');
    expect(await end()).toMatchObject({
      ...{ status: 'canceled', cancellation_details: { reason: 'cancellation_requested' } },
    });
  });

  it('is rejected if an invoice would be created', async () => {
    const end = await trial('create_invoice');
    await expectRejection(end(), { statusCode: 400, code: 'resource_missing' });
  });
});

describe('a setup', () => {
  it('lacks its payment method before anything else is wrong', async () => {
    const { setupIntents } = stripe;
    const { id } = await setupIntents.create();
    await setupIntents.cancel(id);
    await expectRejection(setupIntents.confirm(id), {
      message: expect.stringContaining("because it's missing a payment method."),
    });
    await expectRejection(setupIntents.confirm(id, { payment_method: 'pm_card_visa' }), {
      message: 'You cannot confirm this SetupIntent because it has been canceled.',
    });
  });

  it('has nothing to verify unless an account waits for it', async () => {
    const { paymentIntents, setupIntents } = stripe;
    const { id } = await setupIntents.create();
    const given = { amounts: [3, 4] };
    await expectRejection(setupIntents.verifyMicrodeposits(id, given), {
      ...{ statusCode: 400, code: 'intent_invalid_state', setup_intent: { id } },
      message:
        'This SetupIntent cannot be actioned on because it has a status of requires_payment_method. Only a SetupIntent with one of the following statuses may be actioned on: ["requires_action"].',
    });
    const payment = await paymentIntents.create({ amount: 900, currency: 'usd' });
    await expectRejection(paymentIntents.verifyMicrodeposits(payment.id, given), {
      ...{ code: 'intent_invalid_state', payment_intent: { id: payment.id } },
    });
  });
});

describe('an error', () => {
  it('has no code for a payment method that is not attached', async () => {
    const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    const error = await expectError(api().post(`payment_methods/${id}/detach`), 400, {
      message: expect.stringContaining('is not attached'),
    });
    expect(error).not.toHaveProperty('code');
  });

  it('names a missing schedule as Stripe does', async () => {
    await expectError(api().get('subscription_schedules/sub_sched_none'), 404, {
      message: "No such subscription_schedule: 'sub_sched_none'",
      param: 'schedule',
    });
  });
});
