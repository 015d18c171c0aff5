import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;
const before = () => rawApi(world, '2024-06-20');

async function discounted(
  coupon: Readonly<Record<string, unknown>> = { percent_off: 25, duration: 'forever' },
) {
  const customer = await payer(world);
  const { body } = await before().post('coupons', coupon);
  const given = await before().post(`customers/${customer}`, { coupon: body.id });
  return { customer, coupon: String(body.id), given: given.body };
}

const subscribe = async (customer: string) =>
  stripe.subscriptions.create({ customer, items: [{ price: await findPrice(stripe) }] });

const totals = async (customer: string) =>
  (await stripe.invoices.list({ customer })).data.map(({ subtotal, total }) => total / subtotal);

describe('the discount of a customer, before basil', () => {
  it('is given with a coupon or promotion code, and taken away', async () => {
    const { customer, coupon, given } = await discounted();
    expect(given.discount).toMatchObject({ coupon: { id: coupon }, customer, subscription: null });
    const { body: code } = await before().post('promotion_codes', { coupon, code: 'FRIENDS' });
    const { body } = await before().post(`customers/${customer}`, { promotion_code: code.id });
    expect(body.discount).toMatchObject({ promotion_code: code.id });
    const { body: shown } = await before().get(`customers/${customer}/discount`);
    expect(shown).toMatchObject({ object: 'discount', promotion_code: code.id });
    const removed = await before().remove(`customers/${customer}/discount`);
    expect(removed.body).toMatchObject({ object: 'discount', deleted: true });
    expect((await before().get(`customers/${customer}`)).body.discount).toBeNull();
    for (const answer of [before().get, before().remove]) {
      expect((await answer(`customers/${customer}/discount`)).status).toBe(404);
    }
    await before().post(`customers/${customer}`, { coupon });
    expect((await before().post(`customers/${customer}`, { coupon: '' })).body.discount).toBeNull();
    const types = (await stripe.events.list({ type: 'customer.discount.*' })).data.map((one) => one.type);
    expect(types).toEqual([
      'customer.discount.deleted',
      'customer.discount.created',
      'customer.discount.deleted',
      'customer.discount.updated',
      'customer.discount.created',
    ]);
  });

  it('applies to the invoices of subscriptions without their own, and to others', async () => {
    const { customer } = await discounted();
    const { id } = await subscribe(customer);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    const own = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: own.id }] });
    await emulator.advanceTime({ months: 1 });
    const invoice = await stripe.invoices.create({ customer });
    await stripe.invoiceItems.create({ customer, invoice: invoice.id, amount: 1000, currency: 'usd' });
    expect(await totals(customer)).toEqual([0.75, 0.5, 0.75, 0.75]);
  });

  it('is used up by the one invoice it is for', async () => {
    const { customer } = await discounted({ percent_off: 25, duration: 'once' });
    await subscribe(customer);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await totals(customer)).toEqual([1, 0.75]);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ discount: null });
  });

  it('applies an amount in its own currency only', async () => {
    const { customer } = await discounted({ amount_off: 100, currency: 'eur', duration: 'forever' });
    await subscribe(customer);
    expect(await totals(customer)).toEqual([1]);
  });

  it('applies to a subscription bought at a checkout, but not to a one-time purchase', async () => {
    const { customer } = await discounted();
    const subscription = await createSession(stripe, { customer });
    expect(Number(subscription.amount_total) / Number(subscription.amount_subtotal)).toBe(0.75);
    await emulator.pay(subscription.id, { card: 'visa' });
    expect(await totals(customer)).toEqual([0.75]);
    const { id: product } = await stripe.products.create({ name: 'Poster' });
    const once = await stripe.prices.create({ product, currency: 'usd', unit_amount: 900 });
    const purchase = await createSession(stripe, {
      customer,
      mode: 'payment',
      line_items: [{ price: once.id, quantity: 1 }],
      invoice_creation: { enabled: true },
    });
    expect(purchase.amount_total).toBe(900);
    await emulator.pay(purchase.id, { card: 'visa' });
    expect(await totals(customer)).toEqual([1, 0.75]);
  });

  it('cannot be given since basil', async () => {
    const { customer, coupon } = await discounted();
    const { status, body } = await rawApi(world).post(`customers/${customer}`, { coupon });
    expect([status, body.error]).toMatchObject([400, { code: 'parameter_unknown', param: 'coupon' }]);
  });
});

describe('an empty coupon, before basil', () => {
  it('removes the discount of a subscription', async () => {
    const { coupon } = await discounted();
    const customer = await payer(world);
    const { id } = await subscribe(customer);
    await before().post(`subscriptions/${id}`, { coupon });
    expect((await before().post(`subscriptions/${id}`, { coupon: '' })).body.discount).toBeNull();
  });
});
