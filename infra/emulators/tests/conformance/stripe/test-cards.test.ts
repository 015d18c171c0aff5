import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payerWithCard, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

const pay = (card: string, more: object = {}) =>
  rawApi(world).post('payment_intents', {
    ...{ amount: 1000, currency: 'usd', payment_method: card, confirm: true },
    ...{ return_url: 'https://shop.example/', expand: ['latest_charge'], ...more },
  });

describe('a declined payment', () => {
  const readDecline = async (card: string) => {
    const { status, body } = await pay(`pm_card_${card}`, { expand: undefined });
    expect(status).toBe(402);
    const { payment_intent: intent, ...error } = body.error as Record<string, Record<string, unknown>>;
    return { error, last: intent?.last_payment_error, charge: String(error.charge) };
  };

  it.each([
    ['visa_chargeDeclinedInsufficientFunds', 'try_again_later', '02', '51'],
    ['visa_chargeDeclinedLostCard', 'do_not_try_again', '01', '41'],
    ['visa_chargeDeclinedVelocityLimitExceeded', 'try_again_later', '02', '61'],
    ['chargeDeclinedExpiredCard', 'confirm_card_data', '03', '54'],
    ['chargeDeclinedIncorrectCvc', 'confirm_card_data', '03', 'N7'],
  ])('has the advice of the bank and of the card network: %s', async (card, advice, network, code) => {
    const expected = {
      advice_code: advice,
      network_advice_code: network,
      network_decline_code: code,
    };
    const { error, last, charge } = await readDecline(card);
    expect(error).toMatchObject(expected);
    expect(last).toMatchObject({ ...expected, doc_url: error.doc_url });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ outcome: expected });
  });

  it.each([
    ['visa_chargeDeclined', '01'],
    ['chargeDeclinedProcessingError', '06'],
  ])('has no advice of the card network if it gave none: %s', async (card, code) => {
    const { error, last } = await readDecline(card);
    for (const each of [error, last]) {
      expect(each).toMatchObject({ advice_code: 'try_again_later', network_decline_code: code });
      expect(each).not.toHaveProperty('network_advice_code');
    }
  });

  it.each([
    ['visa_chargeDeclined', 'The bank did not return any further details with this decline.'],
    ['visa_chargeDeclinedLostCard', 'The bank returned the decline code `lost_card`.'],
    ['chargeDeclinedProcessingError', 'The bank returned the decline code `processing_error`.'],
  ])('has reached the bank, which told the seller: %s', async (card, seller_message) => {
    const { charge } = await readDecline(card);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      ...{ status: 'failed', captured: false, amount_captured: 0, outcome: { seller_message } },
      calculated_statement_descriptor: 'EMULATED ACCOUNT',
      payment_method_details: {
        card: {
          amount_authorized: null,
          authorization_code: expect.stringMatching(/^\d{6}$/),
          network_transaction_id: expect.stringMatching(/^\d{15}$/),
        },
      },
    });
  });

  it('has not reached the bank if it was blocked', async () => {
    const { charge } = await readDecline('riskLevelHighest');
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      ...{ outcome: { type: 'blocked' }, calculated_statement_descriptor: null },
      payment_method_details: { card: { authorization_code: null, network_transaction_id: null } },
    });
  });

  it.each([
    ['chargeDeclinedExpiredCard', 'exp_month'],
    ['chargeDeclinedIncorrectCvc', 'cvc'],
    ['visa_chargeDeclinedLostCard', undefined],
  ])('names the field of the card that is wrong: %s', async (card, field) => {
    const { error, last } = await readDecline(card);
    expect([error.param, Reflect.get(last as object, 'param')]).toEqual([field, field]);
  });
});

describe('an Indian card', () => {
  const newCard = async (number: string) => {
    const card = { number, exp_month: 12, exp_year: 2040 };
    const { body } = await rawApi(world).post('payment_methods', { type: 'card', card });
    return String(body.id);
  };
  const terms = { amount: 1000, amount_type: 'fixed', interval: 'month', reference: 'rent', start_date: 1 };

  it.each([
    ['pm_card_in', {}, 'requires_action'],
    ['pm_card_visa', { card: { mandate_options: terms } }, 'succeeded'],
  ])('asks for authentication, and others do not for a mandate: %s', async (card, options, status) => {
    expect((await pay(card, { payment_method_options: options })).body).toMatchObject({ status });
  });

  it('asks for authentication before it is saved, and does not pay after its mandate ended', async () => {
    const { id: customer } = await stripe.customers.create();
    const [lasting = '', ended = ''] = await Promise.all(
      ['4000003560000123', '4000003560000263'].map(newCard),
    );
    expect((await pay(lasting)).body).toMatchObject({ status: 'requires_action' });
    await stripe.paymentMethods.attach(ended, { customer });
    await expectError(pay(ended, { customer, off_session: true }), 402, {
      ...{ type: 'card_error', code: 'india_recurring_payment_mandate_canceled' },
    });
  });
});

describe('a ready-made payment method of Stripe', () => {
  it('is retrieved as a new method each time', async () => {
    const [first, second] = await Promise.all([
      rawApi(world).get('payment_methods/pm_card_visa'),
      rawApi(world).get('payment_methods/pm_card_visa'),
    ]);
    expect(first.body).toMatchObject({ card: { brand: 'visa', last4: '4242' }, customer: null });
    expect(first.body.id).toMatch(/^pm_(?!card)/);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it.each([
    ['visa', { brand: 'visa', country: 'US', funding: 'credit', last4: '4242' }],
    ['visa_debit', { funding: 'debit' }],
    ['mastercard_debit', { brand: 'mastercard', funding: 'debit', last4: '8210' }],
    ['mastercard_prepaid', { brand: 'mastercard', funding: 'prepaid' }],
    ['amex', { brand: 'amex', display_brand: 'american_express', last4: '8431' }],
    ['discover', { brand: 'discover', last4: '9424' }],
    ['diners', { brand: 'diners', display_brand: 'diners_club' }],
    ['jcb', { brand: 'jcb' }],
    ['unionpay', { brand: 'unionpay', display_brand: 'union_pay' }],
    ['visa_cartesBancaires', { brand: 'visa', display_brand: 'cartes_bancaires', country: 'FR' }],
    ['de', { brand: 'visa', country: 'DE' }],
    ['gb_mastercard', { brand: 'mastercard', country: 'GB' }],
    ['th_credit', { country: 'TH', funding: 'credit' }],
    ['bypassPending', { last4: '0077' }],
    ['threeDSecureOptional', { last4: '3055' }],
    ['riskLevelElevated', { last4: '9235' }],
    ['avsUnchecked', { last4: '0044' }],
  ])('pays: %s', async (alias, card) => {
    const { status, body } = await pay(`pm_card_${alias}`);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    const { payment_method } = body;
    const { body: method } = await rawApi(world).get(`payment_methods/${payment_method}`);
    expect(method.card).toMatchObject(card);
  });

  it.each([
    ['visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['chargeDeclined', 'card_declined', 'generic_decline'],
    ['visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['chargeDeclinedFraudulent', 'card_declined', 'fraudulent'],
    ['radarBlock', 'card_declined', 'fraudulent'],
    ['riskLevelHighest', 'card_declined', 'fraudulent'],
    ['chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
    ['chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['threeDSecureRequiredProcessingError', 'card_declined', 'generic_decline'],
  ])('is declined: %s', async (alias, code, decline_code) => {
    await expectError(pay(`pm_card_${alias}`), 402, { type: 'card_error', code, decline_code });
  });

  it.each([
    'authenticationRequired',
    'authenticationRequiredOnSetup',
    'authenticationRequiredSetupForOffSession',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    'threeDSecure2Required',
    'threeDSecureRequired',
    'threeDSecureRequiredChargeDeclined',
  ])('asks for authentication: %s', async (alias) => {
    expect((await pay(`pm_card_${alias}`)).body).toMatchObject({ status: 'requires_action' });
  });

  it.each([
    ['createDispute', 'fraudulent', 'needs_response'],
    ['createDisputeProductNotReceived', 'product_not_received', 'needs_response'],
    ['createDisputeInquiry', 'fraudulent', 'warning_needs_response'],
    ['createMastercardComplianceDispute', 'noncompliant', 'needs_response'],
    ['createAutoRepresentmentEligibleDispute', 'fraudulent', 'needs_response'],
    ['createRapidDisputeResolutionDispute', 'fraudulent', 'needs_response'],
    ['createCe3BlockDispute', 'fraudulent', 'needs_response'],
    ['createEthocaAlert', 'fraudulent', 'needs_response'],
  ])('is disputed: %s', async (alias, reason, status) => {
    const { body } = await pay(`pm_card_${alias}`);
    const [dispute] = (await stripe.disputes.list()).data;
    expect(dispute).toMatchObject({ payment_intent: body.id, reason, status });
  });

  it('is disputed twice: createMultipleDisputes', async () => {
    const { id } = (await pay('pm_card_createMultipleDisputes')).body;
    const { data } = await stripe.disputes.list({ payment_intent: String(id) });
    expect(data).toHaveLength(2);
  });

  it.each([
    ['createDispute', 'charge.dispute.created'],
    ['createIssuerFraudRecord', 'radar.early_fraud_warning.created'],
  ])('is contested only once it is captured: %s', async (alias, type) => {
    const contested = async () => (await stripe.events.list({ type })).data.length;
    const before = await contested();
    const { body } = await pay(`pm_card_${alias}`, { capture_method: 'manual' });
    const charge = await stripe.charges.create({
      ...{ amount: 1000, currency: 'usd', source: `tok_${alias}`, capture: false },
    });
    expect(await contested()).toBe(before);
    await stripe.paymentIntents.capture(String(body.id));
    expect(await contested()).toBe(before + 1);
    expect(await stripe.charges.capture(charge.id)).toMatchObject({ disputed: alias === 'createDispute' });
    expect(await contested()).toBe(before + 2);
  });

  it.each(['threeDSecure2Required', 'threeDSecureRequired', 'authenticationRequired'])(
    'asks for authentication of an absent cardholder too: %s',
    async (alias) => {
      const { status } = await subscribedPayer(world, { off_session: true }, `pm_card_${alias}`);
      expect(status).toBe('incomplete');
    },
  );

  const payAbsent = async (alias: string, more: object = {}) => {
    const { customer, card } = await payerWithCard(world, `pm_card_${alias}`);
    return pay(card, { customer, off_session: true, expand: undefined, ...more });
  };

  it.each([
    ['threeDSecureRequired', 'card_declined', 'generic_decline'],
    ['threeDSecure2Required', 'authentication_required', 'authentication_required'],
    ['authenticationRequired', 'authentication_required', 'authentication_required'],
  ])('is declined if nobody can authenticate: %s', async (alias, code, decline_code) => {
    const error = await expectError(payAbsent(alias), 402, { code, decline_code });
    const { charge } = error as { charge: string };
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      ...{ failure_code: code, outcome: { reason: decline_code } },
    });
  });

  it('is declined for the action that the payment rejects, although the bank was asked', async () => {
    const { status, body } = await payAbsent('authenticationRequired', { error_on_requires_action: true });
    const notHandled = { code: 'authentication_required', decline_code: 'authentication_not_handled' };
    expect([status, body.error]).toMatchObject([402, notHandled]);
    const { payment_intent: intent, ...error } = body.error as Record<string, Record<string, unknown>>;
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: notHandled });
    for (const each of [error, intent?.last_payment_error]) expect(each).not.toHaveProperty('charge');
    expect(await stripe.charges.retrieve(String(intent?.latest_charge))).toMatchObject({
      ...{ status: 'failed', failure_code: 'authentication_required' },
      outcome: { reason: 'authentication_required', network_decline_code: null },
    });
  });

  it('exists as a token', async () => {
    for (const token of ['tok_jcb', 'tok_threeDSecure2Required', 'tok_visa_chargeDeclined', 'tok_gb']) {
      const { status } = await rawApi(world).post('payment_methods', { type: 'card', card: { token } });
      expect(status).toBe(200);
    }
  });

  it('fails at every door once attached: chargeCustomerFail', async () => {
    const { customer, card } = await payerWithCard(world, 'pm_card_chargeCustomerFail');
    const saved = await pay(card, { customer });
    const offSession = await pay(card, { customer, off_session: true });
    expect([saved.status, offSession.status]).toEqual([402, 402]);
    const subscription = await stripe.subscriptions.create({
      ...{ customer, items: [{ price: await findPrice(stripe) }], expand: ['latest_invoice'] },
    });
    expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } });
    const setup = await rawApi(world).post('setup_intents', {
      ...{ customer, payment_method: card, confirm: true },
      return_url: 'https://shop.example/',
    });
    expect(setup.body).toMatchObject({ status: 'succeeded' });
    await stripe.invoiceItems.create({ customer, amount: 900, currency: 'usd' });
    const { id } = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect((await rawApi(world).post(`invoices/${id}/pay`)).status).toBe(402);
  });

  it('is refunded a moment later: pendingRefund', async () => {
    const { body } = await pay('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: String(body.id) });
    expect(refund.status).toBe('pending');
    await emulator.settle();
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    const types = (await stripe.events.list({ limit: 4 })).data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['refund.updated', 'charge.refund.updated']));
  });

  it('does not take a refund: refundFail', async () => {
    const { body } = await pay('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: String(body.id) });
    expect(refund.status).toBe('succeeded');
    await emulator.settle();
    const failed = await stripe.refunds.retrieve(refund.id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const { data } = await stripe.balanceTransactions.list({ source: refund.id });
    expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    const [charge] = (await stripe.charges.list({ payment_intent: String(body.id) })).data;
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(1);
  });
});
