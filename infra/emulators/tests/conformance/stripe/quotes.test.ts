import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { payer, vatRate } from '../../support/stripe/payer.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld({ draftSeconds: 3600 });
const { emulator, stripe } = world;

const DAY = 86_400;
/** 500.00 a month. */
const MONTHLY = { price: 'price_basicmonthly' };
const ONCE = { price_data: { currency: 'usd', product: 'outharbor_pro', unit_amount: 5000 } };

async function accepted(params: Stripe.QuoteCreateParams): Promise<Stripe.Quote> {
  const { id } = await stripe.quotes.create(params);
  await stripe.quotes.finalizeQuote(id);
  return stripe.quotes.accept(id);
}

describe('a quote', () => {
  it('tells what its lines cost at once and each time', async () => {
    const coupon = (await stripe.coupons.create({ percent_off: 10, duration: 'once' })).id;
    const { id, ...quote } = await stripe.quotes.create({
      customer: await payer(world),
      discounts: [{ coupon }],
      line_items: [{ ...MONTHLY, quantity: 3, tax_rates: [await vatRate(stripe, 20)] }, ONCE],
      subscription_data: { trial_period_days: 7 },
      expand: ['line_items', 'computed.upfront.line_items', 'discounts'],
    });
    expect(quote).toMatchObject({
      amount_subtotal: 155_000,
      amount_total: 139_500 + 27_000,
      computed: {
        recurring: { amount_subtotal: 150_000, amount_total: 180_000, interval: 'month', interval_count: 1 },
        upfront: { amount_total: 4500, line_items: { data: [{ amount_total: 0 }, {}] } },
      },
      currency: 'usd',
      discounts: [{ object: 'discount', source: { coupon } }],
      expires_at: quote.created + 30 * DAY,
      line_items: { data: [{ amount_subtotal: 150_000, amount_tax: 27_000, quantity: 3 }, { quantity: 1 }] },
      status: 'draft',
      total_details: { amount_discount: 15_500, amount_shipping: 0, amount_tax: 27_000 },
    });
    const { data } = await stripe.quotes.listLineItems(id, { limit: 1, expand: ['data.taxes'] });
    expect(data).toMatchObject([{ taxes: [{ amount: 27_000 }] }]);
    const upfront = await stripe.quotes.listComputedUpfrontLineItems(id);
    expect(upfront.data.map(({ amount_total }) => amount_total)).toEqual([0, 4500]);
  });

  it('is changed while it is a draft, and finalized with the next number of its customer', async () => {
    const { quotes } = stripe;
    const customer = await payer(world);
    const { id } = await quotes.create({ line_items: [ONCE] });
    await expectRejection(quotes.finalizeQuote(id), { message: /needs a customer/ });
    const [item] = (await quotes.listLineItems(id)).data;
    const line_items = [{ id: item?.id ?? '', quantity: 2 }, MONTHLY];
    const changed = await quotes.update(id, { customer, header: 'Offer', line_items });
    expect(changed).toMatchObject({ amount_total: 60_000, header: 'Offer' });
    expect((await quotes.listLineItems(id)).data[0]).toMatchObject({ id: item?.id, quantity: 2 });
    const open = await quotes.finalizeQuote(id);
    expect(open).toMatchObject({ number: expect.stringMatching(/^QT-\w{8}-0001-1$/), status: 'open' });
    await expectRejection(quotes.update(id, { header: '' }), { message: /`open` status/ });
    const expires_at = open.created + 2 * DAY;
    expect(await quotes.update(id, { expires_at })).toMatchObject({ expires_at });
    const copy = await quotes.create({ from_quote: { quote: id } });
    expect(copy).toMatchObject({ amount_total: 60_000, from_quote: { quote: id }, number: null });
    expect((await quotes.finalizeQuote(copy.id)).number).toMatch(/-0002-1$/);
  });

  it('becomes a subscription, whose first invoice is charged an hour later', async () => {
    const quote = await accepted({
      customer: await payer(world),
      line_items: [{ ...MONTHLY, quantity: 2 }, ONCE],
      subscription_data: { description: 'Seats', metadata: { deal: '7' } },
    });
    const expand = ['subscription.latest_invoice'];
    expect(await stripe.quotes.retrieve(quote.id, { expand })).toMatchObject({
      status: 'accepted',
      subscription: {
        description: 'Seats',
        items: { data: [{ quantity: 2 }] },
        latest_invoice: { id: quote.invoice, status: 'draft', total: 105_000 },
        metadata: { deal: '7' },
        status: 'active',
      },
    });
    await emulator.advanceTime({ hours: 2 });
    expect(await stripe.invoices.retrieve(String(quote.invoice))).toMatchObject({ status: 'paid' });
    const types = ['quote.created', 'quote.finalized', 'quote.accepted'];
    expect(await listEventTypes(world)).toEqual(expect.arrayContaining(types));
    await expectRejection(stripe.quotes.accept(quote.id), { message: /`accepted` status/ });
  });

  it('becomes an invoice without recurring prices, which the app finalizes', async () => {
    const coupon = await stripe.coupons.create({ amount_off: 1000, currency: 'usd', duration: 'once' });
    const quote = await accepted({
      collection_method: 'send_invoice',
      customer: await payer(world),
      discounts: [{ coupon: coupon.id }],
      invoice_settings: { days_until_due: 5, footer: 'Thanks' },
      line_items: [ONCE],
    });
    const invoice = await stripe.invoices.retrieve(String(quote.invoice));
    expect(invoice).toMatchObject({
      ...{ auto_advance: false, collection_method: 'send_invoice', footer: 'Thanks', status: 'draft' },
      due_date: invoice.created + 5 * DAY,
      parent: { quote_details: { quote: quote.id }, type: 'quote_details' },
      total: 4000,
    });
  });

  it('becomes a schedule if it takes effect later', async () => {
    const customer = await payer(world);
    const starts = (await emulator.now()) + 3 * DAY;
    const subscription_data = { effective_date: starts };
    const quote = await accepted({ customer, line_items: [MONTHLY, ONCE], subscription_data });
    expect(quote).toMatchObject({ invoice: null, subscription: null });
    const schedule = await stripe.subscriptionSchedules.retrieve(String(quote.subscription_schedule));
    expect(schedule).toMatchObject({
      phases: [{ add_invoice_items: [{}], items: [MONTHLY], start_date: starts }],
      status: 'not_started',
    });
    await emulator.advanceTime({ days: 3, hours: 2 });
    expect((await stripe.invoices.list({ customer })).data).toMatchObject([
      { status: 'paid', total: 55_000 },
    ]);
  });

  it('is canceled on request and once it has expired', async () => {
    const [first, second] = [await stripe.quotes.create(), await stripe.quotes.create()];
    expect(await stripe.quotes.cancel(first.id)).toMatchObject({ status: 'canceled' });
    await emulator.advanceTime({ days: 31 });
    expect(await stripe.quotes.retrieve(second.id)).toMatchObject({ status: 'canceled' });
    await expectRejection(stripe.quotes.finalizeQuote(second.id), { message: /`canceled` status/ });
  });

  it('is taxed automatically at the location of its customer', async () => {
    const standard = { place_of_supply_scheme: 'standard' } as const;
    const country_options = { de: { standard, type: 'standard' } } as const;
    await stripe.tax.registrations.create({ active_from: 'now', country: 'DE', country_options });
    const { id: customer } = await stripe.customers.create({ address: { country: 'DE' } });
    const automatic_tax = { enabled: true };
    expect(await stripe.quotes.create({ automatic_tax, customer, line_items: [ONCE] })).toMatchObject({
      ...{ amount_total: 5950, automatic_tax: { status: 'complete' } },
    });
  });
});
