import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

const rate = (name: string, amount: number, currency = 'usd') => ({
  display_name: name,
  type: 'fixed_amount' as const,
  fixed_amount: { amount, currency },
});
const EXPRESS = {
  ...rate('Express', 1500),
  delivery_estimate: {
    minimum: { unit: 'business_day', value: 1 },
    maximum: { unit: 'business_day', value: 2 },
  },
} satisfies Stripe.ShippingRateCreateParams;
const BOOK = {
  mode: 'payment',
  line_items: [lineItem(5000, 'Book', 2)],
} satisfies Changes;
const BOTH: Changes = {
  ...BOOK,
  shipping_options: [{ shipping_rate_data: rate('Standard', 500) }, { shipping_rate_data: EXPRESS }],
};

describe('a shipping rate', () => {
  it('is created, retrieved, listed, updated and deactivated', async () => {
    const { shippingRates } = stripe;
    const made = await shippingRates.create({ ...EXPRESS, metadata: { carrier: 'any' } });
    expect(made).toMatchObject({
      object: 'shipping_rate',
      active: true,
      ...EXPRESS,
      metadata: { carrier: 'any' },
      tax_behavior: 'unspecified',
    });
    const other = await shippingRates.create(rate('Standard', 500, 'eur'));
    expect(other.delivery_estimate).toBeNull();
    expect((await shippingRates.list({ currency: 'eur' })).data.map(({ id }) => id)).toEqual([other.id]);
    await shippingRates.update(made.id, { active: false, metadata: { carrier: '' } });
    expect(await shippingRates.retrieve(made.id)).toMatchObject({ active: false, metadata: {} });
    expect((await shippingRates.list({ active: true })).data.map(({ id }) => id)).toEqual([other.id]);
    await expectRejection(shippingRates.retrieve('shr_unknown'), {
      statusCode: 404,
      code: 'resource_missing',
    });
  });
});

describe('the shipping option of a checkout', () => {
  const create = (changes: Changes = {}) => createSession(stripe, { ...BOTH, ...changes });
  const shippingRate = ({ shipping_options: options }: Stripe.Checkout.Session, index: number) =>
    String(options[index]?.shipping_rate);

  it('defaults to the first, whose cost is included in the total', async () => {
    const session = await create();
    expect(session.shipping_options).toMatchObject([{ shipping_amount: 500 }, { shipping_amount: 1500 }]);
    expect(session).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: 10_500,
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 0 },
      shipping_cost: {
        amount_subtotal: 500,
        amount_tax: 0,
        amount_total: 500,
        shipping_rate: shippingRate(session, 0),
      },
    });
  });

  it('is charged as the visitor selects, and can be expanded', async () => {
    const opened = await create();
    await emulator.pay(opened.id, { card: 'visa', shipping: { rate: shippingRate(opened, 1) } });
    const session = await stripe.checkout.sessions.retrieve(opened.id, {
      expand: ['shipping_cost.shipping_rate', 'payment_intent'],
    });
    expect(session).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: 11_500,
      shipping_cost: { amount_total: 1500, shipping_rate: { ...EXPRESS, active: true } },
      payment_intent: { amount_received: 11_500 },
    });
  });

  it('is not discounted by a coupon', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    expect(await create({ discounts: [{ coupon }] })).toMatchObject({
      amount_subtotal: 10_000,
      amount_total: 5500,
      total_details: { amount_discount: 5000, amount_shipping: 500 },
    });
  });

  /** Pays in Germany, where the account collects taxes. */
  async function paidWithTax(changes: Parameters<typeof create>[0] = {}) {
    await emulator.seed({ taxRegistrations: [{ country: 'DE' }] });
    const { id } = await create({
      automatic_tax: { enabled: true },
      shipping_address_collection: { allowed_countries: ['DE'] },
      ...changes,
    });
    return (await emulator.pay(id, { card: 'visa' })).session;
  }

  it('is taxed at the shipping address', async () => {
    const session = await paidWithTax();
    expect(session).toMatchObject({
      amount_total: 12_495,
      shipping_cost: { amount_subtotal: 500, amount_tax: 95, amount_total: 595 },
      total_details: { amount_shipping: 500, amount_tax: 1995 },
    });
    const intent = await stripe.paymentIntents.retrieve(String(session.payment_intent));
    expect(intent.amount_received).toBe(12_495);
  });

  it('includes its tax if the rate says so', async () => {
    const inclusive = { ...rate('Standard', 1190), tax_behavior: 'inclusive' as const };
    const session = await paidWithTax({ shipping_options: [{ shipping_rate_data: inclusive }] });
    expect(session.shipping_cost).toMatchObject({
      amount_subtotal: 1190,
      amount_tax: 190,
      amount_total: 1190,
    });
    expect(session.amount_total).toBe(11_900 + 1190);
  });

  it('can be free, or the only amount to pay', async () => {
    const free = await create({ shipping_options: [{ shipping_rate_data: rate('Free', 0) }] });
    expect(free).toMatchObject({ amount_total: 10_000, shipping_cost: { amount_total: 0 } });
    const { id, amount_total } = await create({ line_items: [lineItem(0, 'Sample')] });
    expect(amount_total).toBe(500);
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session).toMatchObject({ payment_status: 'paid', amount_subtotal: 0, amount_total: 500 });
  });

  it.each<[string, Changes, object]>([
    ['in subscription mode', { mode: 'subscription' }, { statusCode: 400, message: /payment mode/ }],
    [
      'in another currency',
      { shipping_options: [{ shipping_rate_data: rate('Post', 5, 'eur') }] },
      { statusCode: 400 },
    ],
    [
      'with an unknown rate',
      { shipping_options: [{ shipping_rate: 'shr_1' }] },
      { code: 'resource_missing' },
    ],
    ['with an invoice', { invoice_creation: { enabled: true } }, { statusCode: 501 }],
  ])('is rejected %s', async (_where, changes, rejection) => {
    const params =
      changes.mode === 'subscription'
        ? { ...BOTH, ...changes, line_items: undefined }
        : { ...BOTH, ...changes };
    const { line_items, ...rest } = params;
    await expectRejection(createSession(stripe, line_items === undefined ? rest : params), rejection);
  });

  it('is rejected with an inactive rate, and with both a rate and rate data', async () => {
    const { id } = await stripe.shippingRates.create(EXPRESS);
    await stripe.shippingRates.update(id, { active: false });
    await expectInvalid(
      create({ shipping_options: [{ shipping_rate: id }] }),
      'shipping_options[0][shipping_rate]',
    );
    const both = { shipping_rate: id, shipping_rate_data: EXPRESS };
    await expectInvalid(create({ shipping_options: [both] }), 'shipping_options[0]');
  });

  it('is limited to those that the session offers', async () => {
    const { id: other } = await stripe.shippingRates.create(rate('Other', 1));
    const { id } = await create();
    const paying = emulator.pay(id, { card: 'visa', shipping: { rate: other } });
    await expect(paying).rejects.toThrow('rejects shipping_rate');
  });
});
