import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection, readRejections } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const PAYER = { name: 'Noa Lind', email: 'noa@example.com' };
const ACCEPTED = { customer_acceptance: { type: 'offline' as const, offline: {} } };

type Created = Stripe.PaymentMethodCreateParams;

const KINDS = [
  [
    'sepa_debit',
    'eur',
    { iban: 'FR14 2004 1010 0505 0001 3M02 606' },
    { bank_code: '20041', branch_code: '01005' },
  ],
  ['bacs_debit', 'gbp', { sort_code: '10-88-00', account_number: '00012345' }, { sort_code: '108800' }],
  ['au_becs_debit', 'aud', { bsb_number: '000000', account_number: '000123456' }, { bsb_number: '000000' }],
  [
    'nz_bank_account',
    'nzd',
    { bank_code: '11', branch_code: '0000', account_number: '0000000', suffix: '010' },
    { bank_code: '11', suffix: '010' },
  ],
] as const;

describe('a bank debit', () => {
  const create = (type: string, details: object, billing_details: object = PAYER) =>
    stripe.paymentMethods.create({ type, [type]: details, billing_details } as Created);

  const pay = (params: Partial<Stripe.PaymentIntentCreateParams>) =>
    stripe.paymentIntents.create({
      ...{ amount: 2500, currency: 'eur', allowed_payment_method_types: ['sepa_debit'] },
      ...{ confirm: true, mandate_data: ACCEPTED, expand: ['latest_charge'] },
      ...params,
    });

  /** A customer with an account at an Austrian bank. */
  async function saver() {
    const { id: customer } = await stripe.customers.create();
    const { id: payment_method } = await create('sepa_debit', { iban: 'AT611904300234573201' });
    await stripe.paymentMethods.attach(payment_method, { customer });
    return { customer, payment_method };
  }

  it.each(KINDS)(
    'is processed by %s in %s, then succeeds, and is saved',
    async (type, currency, details, shown) => {
      const { id: customer } = await stripe.customers.create();
      const method = await create(type, details);
      expect(method).toMatchObject({ type, [type]: shown, customer: null });
      const { id, ...payment } = await pay({
        ...{ currency, customer, payment_method: method.id, setup_future_usage: 'off_session' },
        allowed_payment_method_types: [type],
      });
      expect(payment).toMatchObject({
        ...{ status: 'processing', payment_method_types: [type], payment_method_options: { [type]: {} } },
        latest_charge: {
          id: expect.stringMatching(/^py_/),
          ...{ status: 'pending', paid: false, captured: true, amount_captured: 2500 },
          ...{ calculated_statement_descriptor: null, payment_method_details: { type } },
          outcome: { risk_level: type === 'sepa_debit' ? 'normal' : 'not_assessed' },
        },
      });
      expect(payment).not.toHaveProperty(
        'latest_charge.payment_method_details.sepa_debit.expected_debit_date',
      );
      await emulator.settle();
      const paid = await stripe.paymentIntents.retrieve(id, {
        expand: ['latest_charge.balance_transaction'],
      });
      expect(paid).toMatchObject({
        status: 'succeeded',
        latest_charge: {
          ...{ paid: true, balance_transaction: { type: 'payment' }, calculated_statement_descriptor: null },
          payment_method_details: {
            [type]:
              type === 'sepa_debit'
                ? { expected_debit_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
                : {},
          },
        },
      });
      const { data } = await stripe.paymentMethods.list({ customer, type });
      expect(data.map((one) => one.id)).toEqual([method.id]);
      expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data).toEqual([]);
      const again = { customer, currency, payment_method: method.id, off_session: true };
      const later = await stripe.paymentIntents.create({ amount: 900, confirm: true, ...again });
      expect(later.status).toBe('processing');
      expect(await stripe.paymentMethods.detach(method.id)).toMatchObject({ customer: null });
    },
  );

  it('needs a mandate, which is answered and becomes inactive when the bank declines it', async () => {
    const method = await create('sepa_debit', { iban: 'AT861904300235473202' });
    await expectRejection(pay({ payment_method: method.id, mandate_data: undefined } as never), {
      ...{ statusCode: 400, rawType: 'invalid_request_error' },
      message: expect.stringMatching(/^This PaymentIntent requires a mandate, but no existing mandate/),
    });
    const { id } = await pay({
      ...{ currency: 'aud', allowed_payment_method_types: ['au_becs_debit'] },
      payment_method: 'pm_auBecsDebit_accountClosed',
    });
    await emulator.settle();
    const failed = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'account_closed' },
      latest_charge: { status: 'failed', failure_code: 'account_closed' },
    });
    const { mandate } = (failed.latest_charge as Stripe.Charge).payment_method_details?.au_becs_debit ?? {};
    expect(await stripe.mandates.retrieve(String(mandate))).toMatchObject({
      ...{ object: 'mandate', status: 'inactive', type: 'single_use' },
      ...{ single_use: { amount: 2500, currency: 'aud' }, customer_acceptance: { type: 'offline' } },
    });
    const failing = ['payment_intent.processing', 'payment_intent.payment_failed'];
    expect(await listEvents(world, id)).toEqual(expect.arrayContaining(failing));
  });

  it('is not allowed by its mandate once it is detached', async () => {
    const { customer, payment_method } = await saver();
    const { mandate } = await stripe.setupIntents.create({
      ...{ customer, payment_method, confirm: true, mandate_data: ACCEPTED },
      allowed_payment_method_types: ['sepa_debit'],
    });
    expect(await stripe.mandates.retrieve(String(mandate))).toMatchObject({ status: 'active' });
    await stripe.paymentMethods.detach(payment_method);
    expect(await stripe.mandates.retrieve(String(mandate))).toMatchObject({ status: 'inactive' });
    const [newest] = (await stripe.events.list({ type: 'mandate.updated' })).data;
    expect(newest?.data).toMatchObject({
      ...{ object: { id: mandate, status: 'inactive' }, previous_attributes: { status: 'active' } },
    });
  });

  it('can be set up for a single payment, which uses up the mandate', async () => {
    const { customer, payment_method } = await saver();
    const setUpOnce = (more: Partial<Stripe.SetupIntentCreateParams> = {}) =>
      stripe.setupIntents.create({
        ...{ customer, payment_method, confirm: true, mandate_data: ACCEPTED, usage: 'on_session' },
        ...{ allowed_payment_method_types: ['sepa_debit'], single_use: { amount: 2500, currency: 'eur' } },
        ...more,
      });
    const setup = await setUpOnce();
    expect(setup).toMatchObject({ status: 'succeeded', mandate: null });
    const mandate = String(setup.single_use_mandate);
    const once = { type: 'single_use', single_use: { amount: 2500, currency: 'eur' } };
    expect(await stripe.mandates.retrieve(mandate)).toMatchObject({ ...once, status: 'active' });
    const ofSetup = { customer, payment_method, mandate, mandate_data: undefined } as never;
    const other = pay({ ...(ofSetup as object), amount: 900 });
    await expectRejection(other, { statusCode: 501, param: 'mandate' });
    expect(await pay(ofSetup)).toMatchObject({ status: 'processing' });
    expect(await stripe.mandates.retrieve(mandate)).toMatchObject({ ...once, status: 'inactive' });
    await expectRejection(pay(ofSetup), { code: 'payment_intent_mandate_invalid' });
    await expectRejection(setUpOnce({ mandate_data: undefined } as never), {
      ...{ statusCode: 400, message: expect.stringMatching(/^This SetupIntent requires a mandate/) },
    });
    const byCard = { payment_method: 'pm_card_visa', allowed_payment_method_types: ['card' as const] };
    await expectRejection(setUpOnce(byCard), { statusCode: 501, param: 'single_use' });
  });

  it('goes through ACH from an account in the United States, with all its options shown', async () => {
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      ...{ customer, payment_method: 'pm_usBankAccount_success', expand: ['payment_method'] },
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_options: { us_bank_account: { financial_connections: { permissions: ['balances'] } } },
    });
    expect(setup).toMatchObject({
      payment_method: {
        us_bank_account: { networks: { preferred: 'ach', supported: ['ach'] }, status_details: {} },
      },
      payment_method_options: {
        us_bank_account: {
          financial_connections: { permissions: ['balances'], prefetch: [] },
          ...{ mandate_options: {}, verification_method: 'automatic' },
        },
      },
    });
    const payment = await pay({
      ...{ currency: 'usd', payment_method: 'pm_usBankAccount_success' },
      allowed_payment_method_types: ['us_bank_account'],
    });
    expect(payment.payment_method_options).toEqual({
      us_bank_account: { mandate_options: {}, verification_method: 'automatic' },
    });
  });

  it('is limited to the currencies and the types of the payment', async () => {
    const method = await create('sepa_debit', { iban: 'DE89370400440532013000' });
    const rejections = await readRejections([
      pay({ currency: 'usd', payment_method: method.id }),
      pay({ payment_method: method.id, allowed_payment_method_types: ['card'] }),
      pay({ payment_method: 'pm_card_visa' }),
    ]);
    expect(rejections.map(({ message }) => message)).toEqual([
      'The currency provided (usd) is invalid. Payments with sepa_debit support the following currencies: eur.',
      expect.stringContaining(
        'The PaymentMethod provided (sepa_debit) is not allowed for this PaymentIntent.',
      ),
      expect.stringContaining('The PaymentMethod provided (card) is not allowed for this PaymentIntent.'),
    ]);
  });

  // Source: docs.stripe.com/changelog/endive/2026-09-30/require-sepa-direct-debit-address-fields.
  it('has an address if the account is British or Swiss, with a city and a postal code since endive', async () => {
    const swiss = (version: string, address: object) =>
      rawApi(world, version).post('payment_methods', {
        ...{ type: 'sepa_debit', sepa_debit: { iban: 'CH9300762011623852957' } },
        billing_details: { ...PAYER, address },
      });
    const lacking = (part: string) => ({
      status: 400,
      body: { error: { code: 'parameter_missing', param: `billing_details[address][${part}]` } },
    });
    const [street, place] = [
      { line1: 'Quai 4', country: 'CH' },
      { city: 'Basel', postal_code: '4051' },
    ];
    expect(await swiss('2026-08-26.dahlia', {})).toMatchObject(lacking('line1'));
    expect(await swiss('2026-08-26.dahlia', street)).toMatchObject({ status: 200 });
    expect(await swiss('2026-09-30.endive', street)).toMatchObject(lacking('city'));
    const { status, body } = await swiss('2026-09-30.endive', { ...street, ...place });
    expect(status).toBe(200);
    const { id: customer } = await stripe.customers.create();
    const { id } = await stripe.paymentMethods.attach(String(body.id), { customer });
    const cleared = stripe.paymentMethods.update(id, { billing_details: { address: { city: '' } } });
    await expectInvalid(cleared, 'billing_details[address][city]');
  });

  it('rejects wrong numbers and missing billing details', async () => {
    const rejections = await readRejections([
      create('sepa_debit', { iban: 'DE89370400440532013009' }),
      create('sepa_debit', { iban: 'DE18370400440000066666' }),
      create('bacs_debit', { sort_code: '108800', account_number: '12345678' }),
      create('au_becs_debit', { bsb_number: '123456', account_number: '000123456' }),
      create('sepa_debit', { iban: 'DE89370400440532013000' }, { name: 'Noa Lind' }),
    ]);
    expect(rejections.map(({ code, param }) => [code, param])).toEqual([
      ['invalid_bank_account_iban', 'sepa_debit[iban]'],
      ['bank_account_unusable', 'sepa_debit[iban]'],
      ['account_number_invalid', 'bacs_debit[account_number]'],
      ['routing_number_invalid', 'au_becs_debit[bsb_number]'],
      ['parameter_missing', 'billing_details[email]'],
    ]);
  });

  it.each([
    [
      'acss_debit',
      'cad',
      { institution_number: '000', transit_number: '11000', account_number: '000123456789' },
    ],
    ['us_bank_account', 'usd', { routing_number: '110000000', account_number: '000123456789' }],
  ] as const)('is made by %s once the account is verified', async (type, currency, details) => {
    const method = await create(type, details);
    const types = { allowed_payment_method_types: [type] };
    const { id, ...waiting } = await pay({ ...types, currency, payment_method: method.id });
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: { verify_with_microdeposits: { microdeposit_type: 'amounts' } },
    });
    await expectRejection(stripe.paymentIntents.verifyMicrodeposits(id, { amounts: [1, 2] }), {
      code: 'payment_method_microdeposit_verification_amounts_mismatch',
    });
    const verified = await stripe.paymentIntents.verifyMicrodeposits(id, { amounts: [45, 32] });
    expect(verified).toMatchObject({ status: 'processing', next_action: null });
    await emulator.settle();
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
  });

  it('can be set up, and declined by the bank', async () => {
    const { id: customer } = await stripe.customers.create();
    const setUp = (type: 'acss_debit' | 'bacs_debit', payment_method: string) =>
      stripe.setupIntents.create({
        ...{ customer, confirm: true, payment_method, allowed_payment_method_types: [type] },
        ...{ mandate_data: ACCEPTED, expand: ['latest_attempt', 'mandate'] },
      });
    const saved = await setUp('acss_debit', 'pm_acssDebit_success');
    expect(saved).toMatchObject({
      ...{ status: 'succeeded', mandate: { status: 'active', type: 'multi_use' } },
      ...{ payment_method_types: ['acss_debit'], payment_method_options: { acss_debit: {} } },
      latest_attempt: { payment_method_details: { type: 'acss_debit', acss_debit: {} } },
    });
    expect(await stripe.paymentMethods.retrieve(String(saved.payment_method))).toMatchObject({ customer });
    const invalid = await create('bacs_debit', { sort_code: '108800', account_number: '00044444' });
    await expectRejection(setUp('bacs_debit', invalid.id), {
      statusCode: 402,
      code: 'invalid_account_number',
    });
    const unverified = await create('acss_debit', {
      ...{ institution_number: '000', transit_number: '11000', account_number: '000123456789' },
    });
    const { id, status } = await setUp('acss_debit', unverified.id);
    expect(status).toBe('requires_action');
    const exceeded = await stripe.setupIntents.verifyMicrodeposits(id, { descriptor_code: 'SM33CC' });
    expect(exceeded).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'payment_method_microdeposit_verification_attempts_exceeded' },
    });
  });

  it('fails at once above a limit, waits without an end, can be cancelled, and loses disputes', async () => {
    const limited = pay({ payment_method: 'pm_sepaDebit_exceedsWeeklyVolumeLimit_at' });
    await expectRejection(limited, { statusCode: 402, code: 'charge_exceeds_source_limit' });
    const nzd = { currency: 'nzd', allowed_payment_method_types: ['nz_bank_account' as const] };
    const { id } = await pay({ ...nzd, payment_method: 'pm_nzBankAccount_processing' });
    const disputed = await pay({ payment_method: 'pm_sepaDebit_disputed_de' });
    await emulator.settle();
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'processing' });
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' });
    const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data;
    expect(dispute).toMatchObject({ status: 'lost', reason: 'debit_not_authorized' });
  });

  it('leaves the subscription active if the bank declines the first debit, and voids the invoice', async () => {
    const price = await newPrice(stripe, 800, { currency: 'gbp', recurring: { interval: 'week' } });
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_bacsDebit_insufficientFunds', { customer });
    const { id } = await stripe.subscriptions.create({
      ...{ customer, items: [{ price }], payment_behavior: 'allow_incomplete' },
      default_payment_method: method.id,
    });
    await emulator.settle();
    expect(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
      ...{ status: 'active', latest_invoice: { status: 'void', attempt_count: 1 } },
    });
  });

  it('pays the first invoice of a subscription, and by default the next ones', async () => {
    const price = await monthlyPrice(stripe, 1900, { currency: 'eur' });
    const { customer, payment_method } = await saver();
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: payment_method } });
    const bought = { customer, items: [{ price }] };
    const subscription = await stripe.subscriptions.create(bought);
    expect(subscription.status).toBe('active');
    const incomplete = await stripe.subscriptions.create({
      ...{ ...bought, payment_behavior: 'default_incomplete', expand: ['latest_invoice.payments'] },
    });
    const { payments } = incomplete.latest_invoice as Stripe.Invoice;
    await stripe.paymentIntents.confirm(String(payments?.data[0]?.payment.payment_intent), {
      ...{ payment_method, mandate_data: ACCEPTED },
    });
    expect(await stripe.subscriptions.retrieve(incomplete.id)).toMatchObject({ status: 'active' });
    await emulator.settle();
    for (const { id } of [subscription, incomplete]) {
      const { latest_invoice } = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
      expect(latest_invoice).toMatchObject({ status: 'paid' });
    }
  });
});
