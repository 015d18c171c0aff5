import { describe, expect, it } from 'vitest';
import { createSession, findPrice, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const coupon = (params: object) => stripe.coupons.create({ duration: 'forever', ...params });

/** A customer with pending items of these amounts. */
async function buyer(...amounts: number[]) {
  const customer = await payer(world);
  for (const amount of amounts) await stripe.invoiceItems.create({ customer, amount, currency: 'usd' });
  return { customer, pending_invoice_items_behavior: 'include' } as const;
}

describe('a discount of an invoice', () => {
  it('is taken off its lines in order, and named with its sum', async () => {
    const { invoices } = stripe;
    const tenth = await coupon({ percent_off: 10 });
    const dollar = await coupon({ amount_off: 100, currency: 'usd' });
    const draft = await invoices.create({
      ...(await buyer(1000, 3000)),
      discounts: [{ coupon: tenth.id }, { coupon: dollar.id }],
      expand: ['discounts'],
    });
    const [first, second] = draft.discounts.map((discount) => (discount as { id: string }).id);
    expect(draft).toMatchObject({
      subtotal: 4000,
      total: 3500,
      discounts: [{ invoice: draft.id, source: { coupon: tenth.id } }, { source: { coupon: dollar.id } }],
      total_discount_amounts: [
        { amount: 400, discount: first },
        { amount: 100, discount: second },
      ],
      lines: { data: [{ discounts: [] }, { discounts: [] }] },
    });
    const taken = draft.lines.data.map((line) => line.discount_amounts?.map(({ amount }) => amount));
    expect(taken.toSorted((a, b) => (a?.[0] ?? 0) - (b?.[0] ?? 0))).toEqual([
      [100, 25],
      [300, 75],
    ]);
    const paid = await invoices.pay(draft.id);
    expect(paid).toMatchObject({ amount_paid: 3500, discounts: [first, second] });
    expect(await stripe.coupons.retrieve(tenth.id)).toMatchObject({ times_redeemed: 1 });
  });

  it('applies to lines that are added later, and can be changed while the invoice is a draft', async () => {
    const { invoiceItems, invoices } = stripe;
    const half = await coupon({ percent_off: 50 });
    const { customer } = await buyer();
    const draft = await invoices.create({ customer, discounts: [{ coupon: half.id }] });
    expect(draft).toMatchObject({ discounts: [expect.stringMatching(/^di_/)], total: 0 });
    await invoiceItems.create({ customer, amount: 800, currency: 'usd', invoice: draft.id });
    expect(await invoices.retrieve(draft.id)).toMatchObject({ total: 400, discounts: draft.discounts });
    expect(await invoices.update(draft.id, { discounts: '' })).toMatchObject({
      discounts: [],
      total: 800,
      total_discount_amounts: [],
    });
    const kept = await invoices.update(draft.id, { discounts: [{ coupon: half.id }] });
    const same = { discounts: [{ discount: String(kept.discounts[0]) }] };
    expect(await invoices.update(draft.id, same)).toMatchObject({ discounts: kept.discounts, total: 400 });
    await invoices.finalizeInvoice(draft.id);
    await expectInvalid(invoices.update(draft.id, { discounts: '' }), 'discounts');
  });

  it("replaces the customer's, which an empty string keeps away too", async () => {
    const [third, fifth] = [await coupon({ percent_off: 30 }), await coupon({ percent_off: 20 })];
    const create = async (changes: object) => {
      const { customer } = await buyer(1000);
      await rawApi(world, '2024-06-20').post(`customers/${customer}`, { coupon: third.id });
      const { total } = await stripe.invoices.create({
        ...{ customer, pending_invoice_items_behavior: 'include' },
        ...changes,
      });
      return total;
    };
    expect(await create({})).toBe(700);
    expect(await create({ discounts: [{ coupon: fifth.id }] })).toBe(800);
    expect(await create({ discounts: '' })).toBe(1000);
  });

  it('is shown in a field of its own, too, before basil', async () => {
    const half = await coupon({ percent_off: 50 });
    const { body } = await rawApi(world, '2022-11-15').post('invoices', {
      ...(await buyer(1000)),
      discounts: [{ coupon: half.id }],
    });
    expect(body).toMatchObject({
      total: 500,
      discount: { object: 'discount', coupon: { id: half.id }, invoice: body.id },
      discounts: [expect.stringMatching(/^di_/)],
      total_discount_amounts: [{ amount: 500 }],
    });
  });

  it('is rejected if nobody can redeem it', async () => {
    const { invoices, promotionCodes } = stripe;
    const euro = await coupon({ amount_off: 100, currency: 'eur' });
    const { customer } = await buyer();
    const create = (discounts: object[]) => invoices.create({ customer, discounts });
    await expectInvalid(create([{ coupon: 'none' }]), 'discounts[0][coupon]');
    await expectInvalid(create([{ discount: 'di_none' }]), 'discounts[0][discount]');
    await expectInvalid(create([{ coupon: euro.id }]), 'discounts[0][coupon]');
    await expectInvalid(create([{ coupon: euro.id, discount: 'di_none' }]), 'discounts[0]');
    const [half, { id: other }] = [await coupon({ percent_off: 50 }), await stripe.customers.create()];
    const promotion = { type: 'coupon', coupon: half.id } as const;
    const code = await promotionCodes.create({ promotion, customer: other });
    await expectInvalid(create([{ promotion_code: code.id }]), 'discounts[0][promotion_code]');
  });
});

describe('a discount of a preview', () => {
  it('is that of the request, for a new subscription or an existing one', async () => {
    const half = await coupon({ percent_off: 50 });
    const { customer } = await buyer();
    const items = [{ price: await monthlyPrice(stripe, 2000) }];
    const discounts = [{ coupon: half.id }];
    const first = await stripe.invoices.createPreview({
      ...{ customer, discounts, subscription_details: { items } },
    });
    expect(first).toMatchObject({ total: 1000, total_discount_amounts: [{ amount: 1000 }] });
    const { id: subscription } = await stripe.subscriptions.create({ customer, items });
    expect(await stripe.invoices.createPreview({ subscription, discounts })).toMatchObject({ total: 1000 });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ discounts: [] });
  });
});

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
    const purchase = await createSession(stripe, {
      customer,
      mode: 'payment',
      line_items: [{ price: await newPrice(stripe, 900), quantity: 1 }],
      invoice_creation: { enabled: true },
    });
    expect(purchase.amount_total).toBe(900);
    await emulator.pay(purchase.id, { card: 'visa' });
    expect(await totals(customer)).toEqual([1, 0.75]);
  });
});
