import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CANCEL_URL, findPrice, SUCCESS_URL } from '../../support/stripe/checkout.ts';
import { type ApiObject, createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { openInvoice, payer, subscribedPayer, vatRate } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

const FORMER = ['2020-08-27', '2022-11-15', '2023-10-16', '2024-06-20', '2025-02-24.acacia'] as const;

const prices = () => Promise.all([findPrice(stripe), findPrice(stripe, 'business_monthly')] as const);

/** A subscription in classic billing mode, as these versions make it. */
async function subscribed(version: string) {
  const api = rawApi(world, version);
  const [price] = await prices();
  const customer = await payer(world);
  const { body } = await api.post('subscriptions', { customer, items: [{ plan: price }] });
  return { api, customer, subscription: String(body.id), item: String(Reflect.get(firstItem(body), 'id')) };
}

function firstItem(subscription: object): object {
  const { data } = Reflect.get(subscription, 'items') as { readonly data: readonly [object] };
  return data[0];
}

// `plan` in previews and phases, and `coupon` before 2025-03-31: params of releases 8 to 17 of github.com/stripe/stripe-node.
describe.each(FORMER)('%s', (version) => {
  it('previews a change to a plan', async () => {
    const { api, customer, subscription, item } = await subscribed(version);
    const [, plan] = await prices();
    const upcoming = { customer, subscription, subscription_items: [{ id: item, plan }] };
    const { status, body } = await api.get('invoices/upcoming', upcoming);
    expect(status).toBe(200);
    expect(body).toMatchObject({ lines: { data: expect.arrayContaining([line(plan)]) } });
    const { body: lines } = await api.get('invoices/upcoming/lines', { ...upcoming, limit: 1 });
    expect(lines).toMatchObject({ object: 'list', url: '/v1/invoices/upcoming/lines', has_more: true });
    expect(lines.data).toHaveLength(1);
  });

  it('previews a coupon', async () => {
    const { api, subscription } = await subscribed(version);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const { body: full } = await api.get('invoices/upcoming', { subscription });
    const { body: half } = await api.get('invoices/upcoming', { subscription, coupon });
    expect(half.total).toBe(Number(full.total) / 2);
  });

  it('has a coupon and plans in the phases of a schedule', async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const [plan] = await prices();
    const phases = [{ items: [{ plan }], iterations: 2, coupon }];
    const request = { customer: await payer(world), start_date: 'now', phases };
    const { status, body } = await rawApi(world, version).post('subscription_schedules', request);
    expect(status).toBe(200);
    expect(body).toMatchObject({ phases: [{ coupon, items: [{ price: plan }] }] });
    const { body: subscription } = await rawApi(world, version).get(`subscriptions/${body.subscription}`);
    expect(subscription).toMatchObject({ discount: { coupon: { id: coupon } } });
  });

  it('previews the next invoice of a customer, whatever the billing mode', async () => {
    const { customer } = await subscribedPayer(world);
    const { status } = await rawApi(world, version).post('invoices/create_preview', { customer });
    expect(status).toBe(200);
  });

  it('expands the discount of a subscription and an invoice, also if there is none', async () => {
    const { api, subscription } = await subscribed(version);
    const expand = [
      'discount.promotion_code',
      'latest_invoice.discount.promotion_code',
      'latest_invoice.quote',
    ];
    const { status, body } = await api.get(`subscriptions/${subscription}`, { expand });
    expect(status).toBe(200);
    expect(body).toMatchObject({ discount: null, latest_invoice: { discount: null, quote: null } });
  });

  it('shows that an invoice was paid outside of Stripe', async () => {
    const { id: invoice } = await openInvoice(world, await payer(world), [500]);
    const api = rawApi(world, version);
    expect((await api.get(`invoices/${invoice}`)).body).toMatchObject({
      paid: false,
      paid_out_of_band: false,
    });
    await stripe.invoices.pay(invoice, { paid_out_of_band: true });
    expect((await api.get(`invoices/${invoice}`)).body).toMatchObject({ paid: true, paid_out_of_band: true });
  });

  it('shows the amount of a line without the tax that it includes', async () => {
    const rate = await vatRate(stripe, 25, true);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const customer = await payer(world);
    const { id: invoice } = await stripe.invoices.create({ customer, discounts: [{ coupon }] });
    const two = { quantity: 2, unit_amount_decimal: Stripe.Decimal.from('500') };
    await stripe.invoiceItems.create({ customer, currency: 'usd', invoice, tax_rates: [rate], ...two });
    const { body } = await rawApi(world, version).get(`invoices/${invoice}`);
    expect(body).toMatchObject({
      subtotal_excluding_tax: 800,
      lines: { data: [{ amount: 1000, amount_excluding_tax: 800, unit_amount_excluding_tax: '400' }] },
    });
  });
});

const line = (plan: string) => expect.objectContaining({ plan: expect.objectContaining({ id: plan }) });

describe('since basil', () => {
  it('there is no upcoming invoice by GET', async () => {
    const { subscription } = await subscribed('2024-06-20');
    const { status } = await rawApi(world, '2025-03-31.basil').get('invoices/upcoming/lines', {
      subscription,
    });
    expect(status).toBe(404);
  });

  it('a preview still takes a plan', async () => {
    const { subscription, item } = await subscribed('2024-06-20');
    const [, plan] = await prices();
    const details = { subscription, subscription_details: { items: [{ id: item, plan }] } };
    const { status } = await rawApi(world, '2026-03-25.dahlia').post('invoices/create_preview', details);
    expect(status).toBe(200);
  });
});

// docs.stripe.com/changelog/2022-08-01/removes-include-require-value-invoices.
describe('a pending item of an invoice', () => {
  const createInvoice = async (version: string, more: object = {}) => {
    const customer = await payer(world);
    await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' });
    return rawApi(world, version).post('invoices', { customer, ...more });
  };

  it('is included by default before 2022-08-01', async () => {
    expect((await createInvoice('2020-08-27')).body.total).toBe(500);
    expect((await createInvoice('2022-08-01')).body.total).toBe(0);
  });

  // Source: docs.stripe.com/error-codes (invoice_no_customer_line_items).
  it('is demanded before 2022-08-01, unless it is left out', async () => {
    const customer = await payer(world);
    const create = (more: object = {}) => rawApi(world, '2020-08-27').post('invoices', { customer, ...more });
    expect(await create()).toMatchObject({
      ...{ status: 400, body: { error: { code: 'invoice_no_customer_line_items' } } },
    });
    expect((await create({ pending_invoice_items_behavior: 'exclude' })).status).toBe(200);
    expect((await rawApi(world, '2022-08-01').post('invoices', { customer })).status).toBe(200);
  });

  it('is included or left out as the request says', async () => {
    const behavior = (value: string) => ({ pending_invoice_items_behavior: value });
    expect((await createInvoice('2020-08-27', behavior('exclude'))).body.total).toBe(0);
    expect((await createInvoice('2020-08-27', behavior('include_and_require'))).body.total).toBe(500);
    expect((await createInvoice('2022-08-01', behavior('include_and_require'))).status).toBe(400);
  });
});

// Stripe's own sample of that time names no mode: github.com/platform-kit/generator, platformkit-payments-checkout-v1.js.
describe('the mode of a checkout before 2022-08-01', () => {
  const urls = { success_url: SUCCESS_URL, cancel_url: CANCEL_URL };
  const post = (request: object) =>
    rawApi(world, '2020-08-27').post('checkout/sessions', { ...urls, ...request });

  it('follows from its items', async () => {
    const [plan] = await prices();
    const subscription_data = { items: [{ plan }], payment_behavior: 'allow_incomplete' };
    expect((await post({ subscription_data })).body.mode).toBe('subscription');
    const item = { amount: 500, currency: 'usd', name: 'A', quantity: 1 };
    expect((await post({ line_items: [item] })).body.mode).toBe('payment');
    const later = rawApi(world, '2022-08-01').post('checkout/sessions', { ...urls, line_items: [item] });
    expect((await later).body).toMatchObject({
      error: { message: expect.stringMatching(/^You cannot use `line_items/) },
    });
  });

  it('is required with prices', async () => {
    const [price] = await prices();
    const { status, body } = await post({ line_items: [{ price, quantity: 1 }] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { param: 'mode' } });
  });
});

describe('a tax rate of an invoice line before basil', () => {
  const rateIds = (lines: readonly ApiObject[]) =>
    lines.map(({ tax_rates }) => (tax_rates as ApiObject[]).map(({ id }) => id));

  const listLines = ({ lines }: ApiObject) => (lines as { data: readonly ApiObject[] }).data;

  describe.each([
    [17, '2025-02-24.acacia'],
    [11, '2020-08-27'],
  ] as const)('SDK %i, %s', (major, version) => {
    it('is a full object if the line has its own, and absent if those of the invoice apply', async () => {
      const [whole, own] = [await vatRate(stripe, 10), await vatRate(stripe, 25)];
      const customer = await payer(world);
      const { id: invoice } = await stripe.invoices.create({ customer, default_tax_rates: [whole] });
      const item = { customer, currency: 'usd', invoice, amount: 1000 };
      await stripe.invoiceItems.create(item);
      await stripe.invoiceItems.create({ ...item, tax_rates: [own] });
      const former = createFormerClient(emulator, major, version);
      const shown = await former.invoices.retrieve(invoice);
      expect(shown.default_tax_rates).toMatchObject([{ object: 'tax_rate', id: whole, percentage: 10 }]);
      const byAmount = new Map(
        listLines(shown).map(({ tax_amounts, tax_rates }) => [
          (tax_amounts as { amount: number }[])[0]?.amount,
          tax_rates,
        ]),
      );
      expect(byAmount.get(100)).toEqual([]);
      expect(byAmount.get(250)).toMatchObject([{ object: 'tax_rate', id: own, percentage: 25 }]);
      const { data } = await former.invoices.listLineItems(invoice);
      expect(rateIds(data)).toEqual(rateIds(listLines(shown)));
      const current = await stripe.invoices.retrieve(invoice);
      for (const line of current.lines.data) expect(line).not.toHaveProperty('tax_rates');
    });

    it('is on the invoice of a subscription and on the preview of the next', async () => {
      const own = await vatRate(stripe, 25);
      const { id, latest_invoice } = await subscribedPayer(world, {
        items: [{ price: await findPrice(stripe), tax_rates: [own] }],
        billing_mode: { type: 'classic' },
      });
      const former = createFormerClient(emulator, major, version);
      expect(rateIds(listLines(await former.invoices.retrieve(String(latest_invoice))))).toEqual([[own]]);
      expect(rateIds(listLines(await former.invoices.retrieveUpcoming({ subscription: id })))).toEqual([
        [own],
      ]);
    });
  });
});

describe('a tax amount before basil', () => {
  it('expands its rate, and nothing on a line without tax', async () => {
    const rate = await vatRate(stripe, 20);
    const customer = await payer(world);
    const { id } = await stripe.invoices.create({ customer });
    const item = { customer, currency: 'usd', invoice: id, amount: 1000 };
    await stripe.invoiceItems.create({ ...item, tax_rates: [rate] });
    await stripe.invoiceItems.create(item);
    const expand = ['lines.data.tax_amounts.tax_rate', 'total_tax_amounts.tax_rate'];
    const { body } = await rawApi(world, '2023-10-16').get(`invoices/${id}`, { expand });
    expect(body.total_tax_amounts).toMatchObject([{ amount: 200, tax_rate: { id: rate, percentage: 20 } }]);
    const { data } = body.lines as { data: { tax_amounts: unknown[] }[] };
    expect(data.map(({ tax_amounts }) => tax_amounts).toSorted((a, b) => a.length - b.length)).toMatchObject([
      [],
      [{ tax_rate: { id: rate } }],
    ]);
  });
});

const BANK = { country: 'US', currency: 'usd', account_number: '000123456789', routing_number: '110000000' };

const api = rawApi(world);

// Parameters of early versions of the API, which Stripe still takes in all of them.
it('requests the capabilities of a list', async () => {
  const made = await api.post('accounts', { type: 'custom', requested_capabilities: ['transfers'] });
  expect(made.body).toMatchObject({ capabilities: { transfers: 'inactive' } });
  const changed = await api.post(`accounts/${made.body.id}`, { requested_capabilities: ['card_payments'] });
  expect(changed.body).toMatchObject({ capabilities: { card_payments: 'inactive', transfers: 'inactive' } });
});

it('takes a bank account by itself', async () => {
  const made = await api.post('accounts', { type: 'custom', bank_account: BANK });
  expect(made.body).toMatchObject({ external_accounts: { data: [{ last4: '6789', currency: 'usd' }] } });
  const changed = await api.post(`accounts/${made.body.id}`, { bank_account: 'btok_us_verified' });
  expect(changed.body).toMatchObject({ external_accounts: { total_count: 1 } });
});

it('gives a customer the card of a token', async () => {
  const { body } = await api.post('customers', { card: 'tok_visa' });
  expect(body.default_source).toMatch(/^card_/);
  const changed = await api.post(`customers/${body.id}`, { card: 'tok_mastercard' });
  expect(changed.body.default_source).not.toBe(body.default_source);
});

// Source: docs.stripe.com/connect/testing#account-numbers.
it.each(['bank_account', 'external_account'])('rejects a real number of an American %s', async (param) => {
  const details = { [param]: { ...BANK, object: 'bank_account', account_number: '9876543210' } };
  await expectError(api.post('accounts', { type: 'custom', ...details }), 400, {
    code: 'account_number_invalid',
    param: `${param}[account_number]`,
  });
});

// Source: code-corps/code-corps-ember issue 933.
it('rejects an American routing number without nine digits', async () => {
  const details = { bank_account: { ...BANK, object: 'bank_account', routing_number: '1100' } };
  const { status, body } = await api.post('accounts', { type: 'custom', ...details });
  const message = 'Routing number must have 9 digits';
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'routing_number_invalid', message, param: 'bank_account' },
  ]);
});

it('names the card that it does not take', async () => {
  const card = { object: 'card', number: '4000056655665556', exp_month: 3, exp_year: 2031 };
  await expectError(api.post('accounts', { type: 'custom', external_account: card }), 501, {
    param: 'external_account',
  });
});

it('pays out in a currency in which nobody is charged', async () => {
  const bank_account = {
    country: 'GH',
    currency: 'ghs',
    account_number: '0001234',
    routing_number: '022112',
  };
  const account = { type: 'custom', country: 'GH', default_currency: 'ghs', bank_account };
  expect((await api.post('accounts', account)).body).toMatchObject({
    default_currency: 'ghs',
    external_accounts: { data: [{ currency: 'ghs' }] },
  });
  const price = { currency: 'ghs', unit_amount: 500, product_data: { name: 'Tea' } };
  expect((await api.post('prices', price)).status).toBe(400);
});
