import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, findPrice, lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import {
  AT_ONCE,
  changeItem,
  openInvoice,
  payer,
  payerWithCard,
  subscribedPayer,
} from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

const VERSIONS = ['2020-08-27', '2023-10-16', '2025-02-24.acacia', '2025-10-29.clover', '2026-10-28.endive'];

async function subscriber() {
  const customer = await payer(world);
  const price = await findPrice(stripe, 'pro_monthly');
  return { customer, price };
}

async function paidCharge(version?: string, method?: string) {
  const { customer, card } = await payerWithCard(world, method);
  const { body } = await rawApi(world, version).post('payment_intents', {
    ...{ amount: 2000, currency: 'usd', customer, payment_method: card, confirm: true },
    ...{ return_url: 'https://shop.example/', expand: ['latest_charge'] },
  });
  return body.latest_charge as Record<string, unknown>;
}

describe('a subscription with one item', () => {
  it.each(VERSIONS)('has its plan and quantity at %s', async (version) => {
    const { customer, price } = await subscriber();
    const api = rawApi(world, version);
    const { body } = await api.post('subscriptions', { customer, items: [{ price, quantity: 3 }] });
    expect(body).toMatchObject({
      plan: { id: price, object: 'plan' },
      quantity: 3,
      items: { total_count: 1, has_more: false },
    });
  });

  it('has neither with two items', async () => {
    const { customer, price } = await subscriber();
    const other = await findPrice(stripe, 'business_monthly');
    const made = await stripe.subscriptions.create({ customer, items: [{ price }, { price: other }] });
    expect(made).toMatchObject({ plan: null, quantity: null, items: { total_count: 2 } });
  });
});

describe('a field that Stripe answers before it describes it', () => {
  it('is null in payments, their methods and accounts', async () => {
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    expect(method).toHaveProperty('shared_payment_granted_token', null);
    const payment = await stripe.paymentIntents.create({ amount: 800, currency: 'usd' });
    expect(payment).toHaveProperty('shared_payment_granted_token', null);
    const { business_profile: profile } = await stripe.accounts.create();
    expect(profile).toHaveProperty('specified_commercial_transactions_act_url', null);
  });
});

describe('a customer', () => {
  it('has a default currency before 2022-08-01 alone', async () => {
    const { id } = await stripe.customers.create();
    await stripe.invoiceItems.create({ customer: id, amount: 900, currency: 'eur' });
    const at = async (version: string) => (await rawApi(world, version).get(`customers/${id}`)).body;
    const { currency, default_currency } = await at('2020-08-27');
    expect(default_currency).toBe(currency);
    expect(default_currency).not.toBeUndefined();
    expect(await at('2022-08-01')).not.toHaveProperty('default_currency');
  });
});

describe('a charge', () => {
  it('has a receipt page, also when an invoice is paid', async () => {
    const alone = await paidCharge();
    const { customer } = await subscribedPayer(world);
    const [billed] = (await stripe.charges.list({ customer })).data;
    for (const [address, path] of [
      [String(alone.receipt_url), '/receipts/payment/'],
      [String(billed?.receipt_url), '/receipts/invoices/'],
    ] as const) {
      expect(address).toContain(path);
      const page = await fetch(address);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('Amount paid');
    }
    const missing = String(alone.receipt_url).replace(/ch_\w+$/, 'ch_unknown');
    expect((await fetch(missing)).status).toBe(404);
  });

  it('has the risk of the payment and fields that are null, not absent', async () => {
    expect(await paidCharge()).toMatchObject({
      calculated_statement_descriptor: expect.any(String),
      destination: null,
      dispute: null,
      order: null,
      outcome: {
        network_status: 'approved_by_network',
        risk_level: 'normal',
        risk_score: expect.any(Number),
      },
      payment_method_details: {
        card: {
          authorization_code: expect.stringMatching(/^\d{6}$/),
          network_transaction_id: expect.any(String),
        },
      },
    });
  });

  it.each([
    ['pm_card_visa', /^\d{15}$/, null],
    ['pm_card_amex', /^1029\d+$/, null],
    ['pm_card_mastercard', /^MCC[A-Z0-9]{6}\d{4}$/, expect.stringMatching(/^test123-tlid456__/)],
  ])('has the references of its card network: %s', async (card, transaction, link) => {
    expect(await paidCharge(undefined, card)).toMatchObject({
      payment_method_details: {
        card: { network_transaction_id: expect.stringMatching(transaction), transaction_link_id: link },
      },
    });
  });

  it('embeds its refunds with their number before 2022-11-15', async () => {
    expect(await paidCharge('2022-08-01')).toMatchObject({ refunds: { data: [], total_count: 0 } });
  });
});

describe('an invoice', () => {
  it('embeds ten lines and says how many there are', async () => {
    const customer = await payer(world);
    const amounts = Array.from({ length: 12 }, (_, index) => 1000 + index);
    const { id, lines } = await openInvoice(world, customer, amounts);
    expect([lines.data.length, lines.has_more, Reflect.get(lines, 'total_count')]).toEqual([10, true, 12]);
    expect((await stripe.invoices.listLineItems(id, { limit: 100 })).data).toHaveLength(12);
  });

  // Source: docs.stripe.com/api/checkout/sessions/line_items ('the first handful of those items').
  it('embeds ten items of a checkout and of a payment link', async () => {
    const { checkout, paymentLinks } = stripe;
    const line_items = Array.from({ length: 12 }, () => lineItem(900, 'Sticker'));
    const request = { line_items, expand: ['line_items'] };
    const session = await createSession(stripe, { ...request, mode: 'payment' });
    for (const { line_items } of [session, await paymentLinks.create(request)]) {
      expect([line_items?.data.length, line_items?.has_more]).toEqual([10, true]);
    }
    expect((await checkout.sessions.listLineItems(session.id, { limit: 100 })).data).toHaveLength(12);
  });

  it('gives an amount without a price an archived one, in the shape of each version', async () => {
    const customer = await payer(world);
    const item = { customer, amount: 1500, currency: 'usd', description: 'Set-up' };
    const first = await stripe.invoiceItems.create(item);
    const second = await stripe.invoiceItems.create(item);
    const { price, product } = first.pricing?.price_details ?? {};
    expect(second.pricing?.price_details).toEqual({ price, product });
    expect(await stripe.prices.retrieve(String(price))).toMatchObject({
      active: false,
      product,
      recurring: null,
      unit_amount: 1500,
    });
    const former = await rawApi(world, '2024-06-20').get(`invoiceitems/${first.id}`);
    expect(former.body.price).toMatchObject({ id: price, object: 'price', unit_amount: 1500 });
  });

  it('applies the discounts of an item before it adds the items up', async () => {
    const customer = await payer(world);
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
    const { id: invoice } = await stripe.invoices.create({ customer });
    const item = await stripe.invoiceItems.create({
      ...{ customer, invoice, amount: 2000, currency: 'usd' },
      discounts: [{ coupon: coupon.id }],
    });
    await stripe.invoiceItems.create({ customer, invoice, amount: 1000, currency: 'usd' });
    const [discount] = item.discounts ?? [];
    const draft = await stripe.invoices.retrieve(String(invoice), {
      expand: ['total_discount_amounts.discount'],
    });
    expect(draft).toMatchObject({ subtotal: 2500, total: 2500, discounts: [] });
    expect(draft.total_discount_amounts).toMatchObject([
      { amount: 500, discount: { id: discount, invoice_item: item.id, source: { coupon: coupon.id } } },
    ]);
    expect(draft.total_pretax_credit_amounts).toEqual([{ amount: 500, discount, type: 'discount' }]);
    expect(draft.lines.data.map((line) => line.discounts).toSorted()).toEqual([[], [discount]]);
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
  });

  it('names the currency and interval of a period', async () => {
    const { id: product } = await stripe.products.create({ name: 'Hosting' });
    const describeLine = async (price: Omit<Stripe.PriceCreateParams, 'product'>) => {
      const made = await stripe.prices.create({ product, ...price });
      const { latest_invoice } = await subscribedPayer(world, {
        items: [{ price: made.id, quantity: 2 }],
        expand: ['latest_invoice'],
      });
      return (latest_invoice as Stripe.Invoice).lines.data[0]?.description;
    };
    const quarter = { interval: 'month', interval_count: 3 } as const;
    expect(await describeLine({ currency: 'eur', unit_amount: 1500, recurring: quarter })).toBe(
      '2 × Hosting (at €15.00 / every 3 months)',
    );
    expect(await describeLine({ currency: 'jpy', unit_amount: 1500, recurring: { interval: 'year' } })).toBe(
      '2 × Hosting (at ¥1,500 / year)',
    );
  });

  it('has no unit price in a proration', async () => {
    const made = await subscribedPayer(world);
    const dearer = { price: await findPrice(stripe, 'business_monthly') };
    const { latest_invoice } = await changeItem(stripe, made, dearer, AT_ONCE);
    const { data } = (latest_invoice as Stripe.Invoice).lines;
    expect(data.map(({ pricing }) => pricing?.unit_amount_decimal)).toEqual([null, null]);
  });

  it('counts attempts to charge: a free one and one that waits for the cardholder are attempted too', async () => {
    const expand = ['latest_invoice'];
    const trial = await subscribedPayer(world, { trial_period_days: 7, expand });
    expect(trial.latest_invoice).toMatchObject({ attempted: true, attempt_count: 0, rendering: null });
    const waiting = await subscribedPayer(world, { expand }, 'pm_card_authenticationRequired');
    expect(waiting.latest_invoice).toMatchObject({
      ...{ status: 'open', attempt_count: 0, attempted: true },
      ...{ auto_advance: true, next_payment_attempt: null },
    });
  });

  it('expands its confirmation secret on a first invoice that was paid at once', async () => {
    const first = await subscribedPayer(world, { expand: ['latest_invoice.confirmation_secret'] });
    const confirmation_secret = {
      client_secret: expect.stringMatching(/^pi_\w+_secret_/),
      type: 'payment_intent',
    };
    expect(first.latest_invoice).toMatchObject({ status: 'paid', confirmation_secret });
    const atOnce = { ...AT_ONCE, expand: ['latest_invoice.confirmation_secret'] };
    const changed = await changeItem(stripe, first, { quantity: 2 }, atOnce);
    expect(changed.latest_invoice).toMatchObject({ status: 'paid', confirmation_secret });
  });
});

describe('an invoice before 2025-03-31.basil', () => {
  it('has the price of one also on the lines of a proration', async () => {
    const { customer, price } = await subscriber();
    const api = rawApi(world, '2024-06-20');
    const made = await api.post('subscriptions', { customer, items: [{ price, quantity: 3 }] });
    const { data } = made.body.items as { data: { id: string }[] };
    const { body } = await api.post(`subscriptions/${made.body.id}`, {
      ...{ items: [{ id: data[0]?.id, quantity: 6 }], proration_behavior: 'always_invoice' },
      expand: ['latest_invoice'],
    });
    const { lines } = body.latest_invoice as { lines: { data: Record<string, unknown>[] } };
    for (const { amount, quantity, ...line } of lines.data) {
      expect(line.unit_amount_excluding_tax).toBe(String(Number(amount) / Number(quantity)));
    }
    expect(lines.data).toHaveLength(2);
  });

  it('calls all prorations items, also that of a partial first period', async () => {
    const { customer, price } = await subscriber();
    const { body } = await rawApi(world, '2023-10-16').post('subscriptions', {
      ...{ customer, items: [{ price }], billing_cycle_anchor: Math.floor(Date.now() / 1000) + 7 * 86_400 },
      expand: ['latest_invoice'],
    });
    const { lines } = body.latest_invoice as { lines: { data: object[] } };
    expect(lines.data).toEqual([expect.objectContaining({ type: 'invoiceitem', proration: true })]);
  });

  it('has items that name the item of a subscription only if they have one', async () => {
    const customer = await payer(world);
    const api = rawApi(world, '2024-06-20');
    const { body } = await api.post('invoiceitems', { customer, amount: 700, currency: 'usd' });
    expect(body).toMatchObject({ subscription: null });
    expect(body).not.toHaveProperty('subscription_item');
  });

  it.each([
    ['2020-08-27', 400, { error: { message: 'Nothing to invoice for subscription' } }],
    ['2022-08-01', 200, { status: 'draft', total: 0, lines: { data: [] } }],
    ['2024-06-20', 200, { status: 'draft', total: 0, lines: { data: [] } }],
  ])('can be empty since 2022-08-01, in classic mode too: %s', async (version, status, body) => {
    const { customer, price } = await subscriber();
    const api = rawApi(world, version);
    const { id: subscription } = (await api.post('subscriptions', { customer, items: [{ price }] })).body;
    const made = await api.post('invoices', { customer, subscription: String(subscription) });
    expect(made).toMatchObject({ status, body });
  });
});

describe('a payment or setup intent', () => {
  it('takes all payment methods of the account by default since 2023-08-16', async () => {
    const enabled = { automatic_payment_methods: { allow_redirects: 'always', enabled: true } };
    for (const path of ['payment_intents', 'setup_intents']) {
      const params = path === 'payment_intents' ? { amount: 500, currency: 'usd' } : {};
      const { body } = await rawApi(world, '2025-10-29.clover').post(path, params);
      expect(body).toMatchObject(enabled);
      expect(body.payment_method_configuration_details).toMatchObject({ id: expect.stringMatching(/^pmc_/) });
      const former = await rawApi(world, '2022-11-15').post(path, params);
      expect(former.body.automatic_payment_methods).toBeNull();
      const asked = await rawApi(world, '2022-11-15').post(path, {
        ...params,
        automatic_payment_methods: { allow_redirects: 'never', enabled: true },
      });
      expect(asked.body.automatic_payment_methods).toEqual({ allow_redirects: 'never', enabled: true });
    }
  });
});

describe('a payment method', () => {
  it('is checked once it is saved, for a postal code only if one was given', async () => {
    const customer = await payer(world);
    const [bare] = (await stripe.paymentMethods.list({ customer })).data;
    expect(bare?.card?.checks).toMatchObject({ address_postal_code_check: null, cvc_check: 'pass' });
    const entered = await stripe.paymentMethods.retrieve('pm_card_mastercard');
    expect(entered.card?.checks).toMatchObject({ address_postal_code_check: null, cvc_check: 'unchecked' });
    const given = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
      billing_details: { address: { postal_code: '94107' } },
    });
    const all = { address_line1_check: null, address_postal_code_check: 'unchecked', cvc_check: 'unchecked' };
    expect(given.card?.checks).toEqual(all);
    const saved = await stripe.paymentMethods.attach(given.id, { customer });
    expect(saved.card?.checks).toMatchObject({ address_postal_code_check: 'pass', cvc_check: 'pass' });
    expect((await stripe.paymentMethods.detach(given.id)).card?.checks).toEqual(saved.card?.checks);
  });

  it('names the country of its bank, and supports 3D Secure unless the card does not', async () => {
    const { paymentMethods } = world.stripe;
    const cards = ['amex', 'discover', 'authenticationRequired', 'amex_threeDSecureNotSupported'];
    const found = await Promise.all(cards.map((card) => paymentMethods.retrieve(`pm_card_${card}`)));
    expect(found.map(({ card }) => card?.country)).toEqual(['US', 'US', 'DE', 'US']);
    const supported = found.map(({ card }) => card?.three_d_secure_usage?.supported);
    expect(supported).toEqual([true, true, true, false]);
  });
});

describe('a customer', () => {
  it('expands its taxes and its balance by currency', async () => {
    const { body } = await rawApi(world, '2023-08-16').post('customers', {
      expand: ['tax', 'invoice_credit_balance'],
    });
    expect(body).toMatchObject({
      invoice_credit_balance: {},
      tax: { automatic_tax: 'unrecognized_location', ip_address: null, location: null },
    });
    const { id } = await stripe.customers.create({ address: { country: 'DE' } });
    await stripe.customers.createBalanceTransaction(id, { amount: -700, currency: 'eur' });
    const placed = await stripe.customers.retrieve(id, { expand: ['tax', 'invoice_credit_balance'] });
    expect(placed).toMatchObject({
      invoice_credit_balance: { eur: -700 },
      tax: { automatic_tax: 'not_collecting', location: { country: 'DE', source: 'billing_address' } },
    });
  });
});

describe('a checkout of a purchase', () => {
  const purchase = (version: string, mode = 'payment') =>
    rawApi(world, version).post('checkout/sessions', {
      ...{ mode, success_url: 'https://shop.example/', cancel_url: 'https://shop.example/' },
      line_items: [lineItem(900, 'x')],
    });

  it('has its payment, and `shipping`, from the start before 2022-08-01', async () => {
    const { body } = await purchase('2020-08-27');
    expect(body).toMatchObject({ payment_intent: expect.stringMatching(/^pi_/), shipping: null });
    expect(body).not.toHaveProperty('shipping_details');
    await emulator.pay(String(body.id), { card: 'visa', email: 'ada@example.com' });
    const paid = await stripe.paymentIntents.retrieve(String(body.payment_intent));
    expect(paid).toMatchObject({ status: 'succeeded', amount: 900 });
  });

  it('has neither since then', async () => {
    const { body } = await purchase('2022-11-15');
    expect(body).toMatchObject({ payment_intent: null, shipping_details: null });
    expect(body).not.toHaveProperty('shipping');
  });
});
