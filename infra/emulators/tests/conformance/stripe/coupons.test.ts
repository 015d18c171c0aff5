import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice, subscribe } from '../../support/stripe/checkout.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a coupon', () => {
  const coupons = () => stripe.coupons;

  it('is created, retrieved, updated, listed and deleted', async () => {
    const created = await coupons().create({
      id: 'SPRING',
      percent_off: 12.5,
      duration: 'repeating',
      duration_in_months: 3,
      max_redemptions: 2,
      name: 'Spring',
      applies_to: { products: ['outharbor_pro'] },
    });
    expect(created).toMatchObject({
      object: 'coupon',
      id: 'SPRING',
      percent_off: 12.5,
      amount_off: null,
      duration: 'repeating',
      duration_in_months: 3,
      times_redeemed: 0,
      valid: true,
    });
    expect(await coupons().retrieve('SPRING', { expand: ['applies_to'] })).toMatchObject({
      applies_to: { products: ['outharbor_pro'] },
    });
    expect(await coupons().update('SPRING', { name: 'May', metadata: { a: '1' } })).toMatchObject({
      name: 'May',
      metadata: { a: '1' },
    });
    expect((await coupons().list()).data.map(({ id }) => id)).toEqual(['SPRING']);
    expect(await coupons().del('SPRING')).toEqual(expect.objectContaining({ id: 'SPRING', deleted: true }));
    expect((await coupons().list()).data).toEqual([]);
    const again = { id: 'SPRING', percent_off: 20 };
    expect(await coupons().create(again)).toMatchObject({ percent_off: 20, times_redeemed: 0 });
    const { id: promoted } = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: 'SPRING' },
    });
    await coupons().del('SPRING');
    await expectRejection(coupons().create(again), { statusCode: 501, param: 'id' });
    expect(await stripe.promotionCodes.retrieve(promoted)).toMatchObject({ active: false });
    await expectRejection(coupons().retrieve('SPRING'), { statusCode: 404 });
  });

  it.each([
    [{}, undefined],
    [{ percent_off: 10, amount_off: 100, currency: 'usd' }, undefined],
    [{ amount_off: 100 }, 'currency'],

    [{ percent_off: 101 }, 'percent_off'],
    [{ percent_off: 10, duration: 'repeating' }, 'duration'],
    [{ percent_off: 10, redeem_by: 1 }, 'redeem_by'],
  ] as const)('is rejected with %j', async (params, param) => {
    await expectRejection(coupons().create(params), { statusCode: 400, param });
  });
});

describe('a promotion code', () => {
  const codes = () => stripe.promotionCodes;
  const half = (more: Stripe.CouponCreateParams = {}) =>
    stripe.coupons.create({ id: 'HALF', percent_off: 50, ...more });
  const promotion = { type: 'coupon', coupon: 'HALF' } as const;

  it('is created, found whatever the case, and deactivated', async () => {
    await half();
    const created = await codes().create({ promotion, code: 'Welcome', restrictions: {} });
    expect(created).toMatchObject({
      object: 'promotion_code',
      active: true,
      code: 'Welcome',
      promotion: { coupon: 'HALF', type: 'coupon' },
      restrictions: { first_time_transaction: false, minimum_amount: null },
    });
    const found = await codes().list({ code: 'WELCOME', active: true, expand: ['data.promotion.coupon'] });
    expect(found.data).toMatchObject([{ id: created.id, promotion: { coupon: { percent_off: 50 } } }]);
    await expectRejection(codes().create({ promotion, code: 'WELCOME' }), {
      statusCode: 400,
      message: 'An active promotion code with `code: WELCOME` already exists.',
    });
    expect(await codes().update(created.id, { active: false })).toMatchObject({ active: false });
    expect(await codes().create({ promotion, code: 'WELCOME' })).toMatchObject({ active: true });
  });

  it('becomes inactive with its coupon, its expiry and its last redemption', async () => {
    const now = await emulator.now();
    await half();
    const soon = await codes().create({ promotion, expires_at: now + 60 });
    const once = await codes().create({ promotion, max_redemptions: 1 });
    await subscribe(world, { session: { discounts: [{ promotion_code: once.id }] } });
    expect(await codes().retrieve(once.id)).toMatchObject({ active: false, times_redeemed: 1 });
    await emulator.advanceTime({ seconds: 61 });
    expect(await codes().retrieve(soon.id)).toMatchObject({ active: false });
    const other = await codes().create({ promotion });
    await stripe.coupons.del('HALF');
    expect(await codes().retrieve(other.id)).toMatchObject({ active: false });
  });
});

describe('a checkout with a discount', () => {
  const coupon = (params: Stripe.CouponCreateParams = {}) =>
    stripe.coupons.create({ id: 'C', percent_off: 25, ...params });
  const discounts = [{ coupon: 'C' }];
  const BASIC_ONLY = { products: ['outharbor_basic'] };
  const listInvoices = async (customer: string) => (await stripe.invoices.list({ customer })).data;

  it('reduces the price of each line and of the invoice', async () => {
    await coupon();
    const { session, subscription, customer } = await subscribe(world, { session: { discounts } });
    const shown = await stripe.checkout.sessions.retrieve(session, {
      expand: ['line_items', 'discounts.coupon'],
    });
    expect(shown).toMatchObject({
      amount_subtotal: 100_000,
      amount_total: 75_000,
      total_details: { amount_discount: 25_000 },
      discounts: [{ coupon: { id: 'C', times_redeemed: 1 }, promotion_code: null }],
      line_items: { data: [{ amount_subtotal: 100_000, amount_discount: 25_000, amount_total: 75_000 }] },
    });
    const [invoice] = await listInvoices(customer);
    const [discount] = invoice?.discounts ?? [];
    expect(invoice).toMatchObject({
      subtotal: 100_000,
      total: 75_000,
      amount_paid: 75_000,
      total_discount_amounts: [{ amount: 25_000, discount }],
      lines: { data: [{ amount: 100_000, discount_amounts: [{ amount: 25_000, discount }] }] },
    });
    const [charge] = (await stripe.charges.list({ customer })).data;
    expect(charge?.amount).toBe(75_000);
    const [event] = (await stripe.events.list({ type: 'customer.discount.created' })).data;
    expect(event?.data.object).toMatchObject({ subscription, source: { coupon: 'C' } });
  });

  it.each([
    ['once', {}, [75_000, 100_000, 100_000, 100_000], 0],
    ['repeating', { duration_in_months: 2 }, [75_000, 75_000, 100_000, 100_000], 0],
    ['forever', {}, [75_000, 75_000, 75_000, 75_000], 1],
  ] as const)('applies a coupon with the duration %s', async (duration, more, totals, left) => {
    await coupon({ duration, ...more });
    const { customer, subscription } = await subscribe(world, { session: { discounts } });
    for (let month = 1; month < totals.length; month += 1) {
      await emulator.advanceTime({ months: 1, seconds: 1 });
    }
    const invoices = await listInvoices(customer);
    expect(invoices.map(({ total }) => total).toReversed()).toEqual(totals);
    const { discounts: kept } = await stripe.subscriptions.retrieve(subscription);
    expect(kept).toHaveLength(left);
  });

  it('keeps a single discount for the first payment after a trial', async () => {
    await coupon();
    const trial = { subscription_data: { trial_period_days: 7 } };
    const { customer } = await subscribe(world, { session: { discounts, ...trial } });
    await emulator.advanceTime({ days: 7, seconds: 1 });
    expect((await listInvoices(customer)).map(({ total }) => total)).toEqual([75_000, 0]);
  });

  it('rejects a coupon that is used up, unknown, in another currency or for other products', async () => {
    await coupon({ max_redemptions: 1 });
    await subscribe(world, { session: { discounts } });
    await stripe.coupons.create({ id: 'EURO', amount_off: 100, currency: 'eur' });
    await stripe.coupons.create({ id: 'BASIC', percent_off: 10, applies_to: BASIC_ONLY });
    for (const id of ['C', 'EURO', 'BASIC', 'NONE']) {
      await expectRejection(createSession(stripe, { discounts: [{ coupon: id }] }), {
        statusCode: 400,
        param: 'discounts[0][coupon]',
        ...(id === 'C' && { code: 'coupon_expired', message: 'Coupon expired: C' }),
      });
    }
  });

  it('declines a coupon that another session has used up since', async () => {
    await coupon({ max_redemptions: 1 });
    const first = await createSession(stripe, { discounts });
    const second = await createSession(stripe, { discounts });
    expect(await emulator.pay(first.id, { card: 'visa' })).toMatchObject({ result: 'complete' });
    expect(await emulator.pay(second.id, { card: 'visa' })).toMatchObject({
      result: 'declined',
      failure: { message: expect.stringMatching(/expired/) },
    });
    expect(await stripe.coupons.retrieve('C')).toMatchObject({ times_redeemed: 1, valid: false });
  });

  it('credits no more than was paid when the plan changes', async () => {
    await coupon({ duration: 'once', percent_off: 100 });
    const { subscription, customer } = await subscribe(world, { session: { discounts } });
    const before = await stripe.subscriptions.retrieve(subscription);
    const price = await findPrice(stripe, 'business_monthly');
    await changeItem(stripe, before, { price }, { proration_behavior: 'always_invoice' });
    const [change] = await listInvoices(customer);
    expect(change?.lines.data.filter(({ amount }) => amount < 0)).toEqual([]);
  });

  // docs.stripe.com/billing/subscriptions/coupons, "Set eligible products".
  it('is accepted by a subscription without its products, and discounts nothing', async () => {
    const { coupons, invoices, subscriptions } = stripe;
    await coupons.create({ id: 'BASIC', percent_off: 10, duration: 'forever', applies_to: BASIC_ONLY });
    const { subscription } = await subscribe(world);
    const { discounts: given } = await subscriptions.update(subscription, {
      discounts: [{ coupon: 'BASIC' }],
    });
    expect(given).toHaveLength(1);
    expect(await invoices.createPreview({ subscription })).toMatchObject({
      ...{ total: 100_000, total_discount_amounts: [] },
    });
  });

  it('is returned in the shape of earlier versions', async () => {
    await coupon({ duration: 'forever' });
    const { subscription } = await subscribe(world, { session: { discounts } });
    const acacia = createFormerClient(emulator, 17);
    expect(await acacia.subscriptions.retrieve(subscription)).toMatchObject({
      discount: { object: 'discount', coupon: { object: 'coupon', id: 'C' } },
    });
    const basil = createFormerClient(emulator, 20, '2025-08-27.basil');
    expect(await basil.subscriptions.retrieve(subscription, { expand: ['discounts'] })).toMatchObject({
      discounts: [{ coupon: { id: 'C', percent_off: 25 } }],
    });
    const created = await basil.promotionCodes.create({ coupon: 'C', code: 'OLD' });
    expect(created).toMatchObject({ coupon: { id: 'C' } });
    expect(created).not.toHaveProperty('promotion');
  });
});

describe('a new quantity of a discounted subscription', () => {
  it.each([
    ['classic', 'restarts the period, at its current discount', 85_000],
    ['flexible', 'credits what was charged before the change that was not billed', 0],
  ] as const)('in %s mode %s', async (type, _what, total) => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 15, duration: 'forever' });
    const { customer } = await customerOnClock(world, 1_900_000_000);
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: await findPrice(stripe) }],
      discounts: [{ coupon }],
      billing_mode: { type },
    });
    await changeItem(stripe, made, { quantity: 0 }, { proration_behavior: 'none' });
    const { latest_invoice } = await changeItem(stripe, made, { quantity: 1 }, AT_ONCE);
    expect(latest_invoice).toMatchObject({ total });
  });
});

describe('a promotion code on the page', () => {
  async function arrive(changes: Partial<Stripe.PromotionCodeCreateParams> = {}) {
    await stripe.coupons.create({ id: 'HALF', percent_off: 50, name: 'Half price' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: 'HALF' },
      code: 'WELCOME',
      ...changes,
    });
    const session = await createSession(stripe, { allow_promotion_codes: true });
    return { code, id: session.id, url: String(session.url) };
  }

  const send = async (url: string, fields: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();

  it('is case-insensitive, lowers the price and can be removed before payment', async () => {
    const { id, url, code } = await arrive();
    expect(await send(`${url}/code`, { code: ' welcome ' })).toContain('$500.00');
    expect(await send(`${url}/code`, { remove: 'WELCOME' })).not.toContain('$500.00');
    await send(`${url}/code`, { code: 'Welcome' });
    const { session } = await emulator.pay(id, { card: 'visa' });
    expect(session).toMatchObject({ amount_total: 50_000, discounts: [{ promotion_code: code.id }] });
    expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1 });
  });

  it.each([{ first_time_transaction: true }, { minimum_amount: 100_001, minimum_amount_currency: 'usd' }])(
    'is rejected if it is unknown or restricted, and changes nothing: %j',
    async (restrictions) => {
      const { id, url } = await arrive({ restrictions });
      for (const code of ['NOPE', 'WELCOME']) {
        expect(await send(`${url}/code`, { code })).toContain('This code is invalid.');
      }
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 100_000 });
    },
  );

  it('is not offered unless the session allows codes', async () => {
    await arrive();
    const { id, url } = await createSession(stripe);
    expect(await (await fetch(String(url))).text()).not.toContain('Promotion code');
    await send(`${url}/code`, { code: 'WELCOME' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 100_000 });
  });

  it('entered after a decline changes the pending payment', async () => {
    const { id, url } = await arrive();
    await emulator.pay(id, { card: 'declined' });
    await send(`${url}/code`, { code: 'WELCOME' });
    await emulator.pay(id, { card: 'visa' });
    const [paid] = (await stripe.paymentIntents.list()).data;
    expect(paid).toMatchObject({ status: 'succeeded', amount: 50_000, amount_received: 50_000 });
  });
});
