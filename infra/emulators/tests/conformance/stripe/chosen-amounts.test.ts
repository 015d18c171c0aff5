import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CARD } from '../../support/stripe/card-form.ts';
import { createSession, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

type Custom = Partial<Stripe.PriceCreateParams.CustomUnitAmount>;
type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

async function chosenPrice(custom: Custom = {}, changes: Partial<Stripe.PriceCreateParams> = {}) {
  const custom_unit_amount = { enabled: true, ...custom };
  const product_data = { name: 'Coffee' };
  return stripe.prices.create({ currency: 'usd', product_data, custom_unit_amount, ...changes });
}

async function open(custom: Custom = {}, changes: Changes = {}) {
  const line_items = [{ price: (await chosenPrice(custom)).id, quantity: 1 }];
  return createSession(stripe, { mode: 'payment', line_items, ...changes });
}

const pageOf = ({ url }: Stripe.Checkout.Session) => emulator.url + new URL(url ?? '').pathname;

async function send(session: Stripe.Checkout.Session, amount: string, path = '') {
  const body = new URLSearchParams({ ...CARD, amount, country: 'US' });
  const headers = { accept: 'application/json' };
  return fetch(pageOf(session) + path, { method: 'POST', redirect: 'manual', body, headers });
}

describe('a price whose amount the customer chooses', () => {
  it('shows its bounds instead of an amount, also in other currencies', async () => {
    const eur = { custom_unit_amount: { enabled: true, preset: 900 } };
    const price = await chosenPrice({ minimum: 500, preset: 1000 }, { currency_options: { eur } });
    expect(price).toMatchObject({
      custom_unit_amount: { maximum: null, minimum: 500, preset: 1000 },
      ...{ type: 'one_time', unit_amount: null, unit_amount_decimal: null },
    });
    const { currency_options } = await stripe.prices.retrieve(price.id, { expand: ['currency_options'] });
    expect(currency_options?.eur).toMatchObject({ custom_unit_amount: { preset: 900 }, unit_amount: null });
    const product = await stripe.products.create({
      name: 'Tea',
      default_price_data: { currency: 'usd', custom_unit_amount: { enabled: true } },
      expand: ['default_price'],
    });
    expect(product.default_price).toMatchObject({ custom_unit_amount: { maximum: null } });
  });

  it.each<[Custom, Partial<Stripe.PriceCreateParams>, string]>([
    [{}, { unit_amount: 500 }, 'unit_amount'],
    [{}, { recurring: { interval: 'month' } }, 'custom_unit_amount'],
    [{ minimum: 10 }, {}, 'custom_unit_amount[minimum]'],
    [{ minimum: 500, preset: 400 }, {}, 'custom_unit_amount[preset]'],
    [{ minimum: 500, maximum: 400 }, {}, 'custom_unit_amount[maximum]'],
    [{ maximum: 500, preset: 600 }, {}, 'custom_unit_amount[preset]'],
  ])('is rejected with %j and %j', async (custom, changes, param) => {
    await expectInvalid(chosenPrice(custom, changes), param);
  });

  it('is not for invoices', async () => {
    const { id: price } = await chosenPrice();
    const item = { customer: await payer(world), pricing: { price } };
    await expectRejection(stripe.invoiceItems.create(item), { statusCode: 400 });
  });
});

describe('a checkout of a chosen amount', () => {
  it('starts with the preset and is paid with what was chosen', async () => {
    const invoice_creation = { enabled: true };
    const { id, amount_total } = await open({ minimum: 500, preset: 1000 }, { invoice_creation });
    expect(amount_total).toBe(1000);
    const { session: paid } = await emulator.pay(id, { card: 'visa', amount: '25.50' });
    expect(paid).toMatchObject({ amount_subtotal: 2550, amount_total: 2550, payment_status: 'paid' });
    expect(await stripe.paymentIntents.retrieve(String(paid.payment_intent))).toMatchObject({ amount: 2550 });
    expect(await stripe.invoices.retrieve(String(paid.invoice))).toMatchObject({ amount_paid: 2550 });
    const [line] = (await stripe.checkout.sessions.listLineItems(id)).data;
    expect(line).toMatchObject({ amount_total: 2550, quantity: 1, price: { unit_amount: null } });
  });

  it('has a field with bounds, whose total follows what is typed', async () => {
    const session = await open({ minimum: 500, maximum: 20_000 });
    expect(session.amount_total).toBe(0);
    const page = await (await fetch(pageOf(session))).text();
    expect(page).toMatch(/<label for="amount">Amount \(USD\)<\/label>\n<input id="amount"[^>]*required/);
    expect(await (await send(session, '30', '/total')).text()).toContain('Pay $30.00');
    const outside = 'Enter at least $5.00 and at most $200.00.';
    const problems = { '4.99': outside, '200.01': outside, '12,50': 'Enter an amount such as 10.00.' };
    for (const [given, amount] of Object.entries(problems)) {
      expect(await (await send(session, given)).json()).toEqual({ errors: { amount } });
    }
    const redirect = expect.stringMatching(/success/);
    expect(await (await send(session, '12.50')).json()).toMatchObject({ redirect });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ amount_total: 1250 });
  });

  it.each<[Changes, RegExp]>([
    [{ allow_promotion_codes: true }, /^You cannot enable promotion codes when using a price/],
    [{ discounts: [{ coupon: 'ten' }] }, /^You cannot enable discounts when using a price/],
  ])('is rejected with %j', async (changes, message) => {
    await stripe.coupons.create({ id: 'ten', percent_off: 10, duration: 'once' });
    await expectRejection(open({}, changes), { message });
  });

  it('is rejected with a quantity or other items', async () => {
    const { id: price } = await chosenPrice();
    const sell = (quantity: number, ...others: ReturnType<typeof lineItem>[]) =>
      createSession(stripe, { mode: 'payment', line_items: [{ price, quantity }, ...others] });
    const message = 'Quantity must be 1 when a price with `custom_unit_amount` is specified.';
    await expectRejection(sell(2), { message });
    await expectRejection(sell(1, lineItem(500, 'Cup')), { message: /^You can only specify 1 line item/ });
  });

  it('opens from a payment link', async () => {
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: (await chosenPrice({ preset: 700 }, { currency: 'jpy' })).id, quantity: 1 }],
      submit_type: 'donate',
    });
    const visit = await fetch(emulator.url + new URL(link.url).pathname, { redirect: 'manual' });
    const id = /cs_test_\w+/.exec(visit.headers.get('location') ?? '')?.[0] ?? '';
    const { session } = await emulator.pay(id, { card: 'visa', amount: '800' });
    expect(session).toMatchObject({ amount_total: 800, payment_link: link.id, status: 'complete' });
  });
});
