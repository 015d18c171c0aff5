import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe, emulator } = createWorld();

type Calculation = Stripe.Tax.CalculationCreateParams;

const BERLIN = { address: { country: 'DE' }, address_source: 'billing' } as const;
const AUSTIN = {
  address: { country: 'US', state: 'TX', postal_code: '73301' },
  address_source: 'shipping',
} as const;

const collectIn = (country: 'DE' | 'US') =>
  emulator.seed({ taxRegistrations: [country === 'DE' ? { country } : { country, state: 'TX' }] });

const calculate = (more: Partial<Calculation> = {}) =>
  stripe.tax.calculations.create({
    currency: 'eur',
    customer_details: BERLIN,
    line_items: [{ amount: 10_000, reference: 'desk' }],
    ...more,
  });

/** A sale in Berlin of 100 and 50 euros, and 10 for sending it, which includes the tax. */
async function sold(reference = 'order-1') {
  await collectIn('DE');
  const { id } = await calculate({
    line_items: [
      { amount: 10_000, reference: 'desk', quantity: 2 },
      { amount: 5000, reference: 'lamp' },
    ],
    shipping_cost: { amount: 1190, tax_behavior: 'inclusive' },
  });
  return stripe.tax.transactions.createFromCalculation({
    calculation: String(id),
    reference,
    expand: ['line_items'],
  });
}

const reverse = (
  params: Partial<Stripe.Tax.TransactionCreateReversalParams> & { original_transaction: string },
) =>
  stripe.tax.transactions.createReversal({
    mode: 'full',
    reference: `${params.original_transaction}-refund`,
    expand: ['line_items'],
    ...params,
  });

const parts = ({ line_items: items, shipping_cost: cost }: Stripe.Tax.Transaction) => [
  ...(items?.data ?? []).map(({ amount, amount_tax: tax }) => [amount, tax]),
  ...(cost ? [[cost.amount, cost.amount_tax]] : []),
];

describe('a tax calculation', () => {
  it('adds the tax of the place, or finds it in the amounts', async () => {
    await collectIn('DE');
    const calculation = await calculate({
      line_items: [
        { amount: 10_000, reference: 'desk' },
        { amount: 11_900, reference: 'lamp', tax_behavior: 'inclusive', quantity: 3 },
      ],
      shipping_cost: { amount: 1000 },
      expand: ['line_items.data.tax_breakdown'],
    });
    const vat = { country: 'DE', percentage_decimal: '19.0', rate_type: 'percentage', tax_type: 'vat' };
    expect(calculation).toMatchObject({
      object: 'tax.calculation',
      amount_total: 10_000 + 1900 + 11_900 + 1000 + 190,
      currency: 'eur',
      customer: null,
      customer_details: { address: { country: 'DE', city: null }, address_source: 'billing', tax_ids: [] },
      shipping_cost: { amount: 1000, amount_tax: 190, tax_behavior: 'exclusive', tax_code: 'txcd_92010001' },
      tax_amount_exclusive: 2090,
      tax_amount_inclusive: 1900,
      tax_breakdown: [
        { amount: 2090, inclusive: false, taxable_amount: 11_000, tax_rate_details: vat },
        { amount: 1900, inclusive: true, taxable_amount: 10_000, tax_rate_details: vat },
      ],
    });
    expect(calculation.expires_at).toBe(calculation.tax_date + 90 * DAY);
    expect(calculation.line_items?.data).toMatchObject([
      { reference: 'desk', amount_tax: 1900, quantity: 1, tax_code: 'txcd_10000000', product: null },
      {
        reference: 'lamp',
        amount_tax: 1900,
        quantity: 3,
        tax_behavior: 'inclusive',
        tax_breakdown: [
          {
            amount: 1900,
            jurisdiction: { country: 'DE', display_name: 'Germany', level: 'country', state: null },
            sourcing: 'destination',
            tax_rate_details: { display_name: 'VAT', percentage_decimal: '19.0', tax_type: 'vat' },
            taxability_reason: 'standard_rated',
            taxable_amount: 10_000,
          },
        ],
      },
    ]);
    const { calculations } = stripe.tax;
    const kept = await calculations.retrieve(String(calculation.id));
    expect(kept).toMatchObject({ amount_total: calculation.amount_total });
    expect(kept).not.toHaveProperty('line_items');
    const page = await calculations.listLineItems(String(calculation.id), { limit: 1 });
    expect(page).toMatchObject({ data: [{ reference: 'desk' }], has_more: true });
  });

  it.each([
    ['not_collecting', { customer_details: { ...BERLIN, address: { country: 'FR' } } }],
    ['not_collecting', { customer_details: { ...AUSTIN, address: { ...AUSTIN.address, state: 'NY' } } }],
    ['customer_exempt', { customer_details: { ...BERLIN, taxability_override: 'customer_exempt' } }],
    ['reverse_charge', { customer_details: { ...BERLIN, taxability_override: 'reverse_charge' } }],
    [
      'reverse_charge',
      { customer_details: { ...BERLIN, tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }] } },
    ],
  ] satisfies [string, Partial<Calculation>][])('has no tax because of %s', async (reason, more) => {
    await collectIn('DE');
    await collectIn('US');
    const calculation = await calculate({ ...more, expand: ['line_items.data.tax_breakdown'] });
    expect(calculation).toMatchObject({ amount_total: 10_000, tax_amount_exclusive: 0 });
    expect(calculation.tax_breakdown).toMatchObject([{ amount: 0, taxability_reason: reason }]);
    expect(calculation.line_items?.data[0]?.tax_breakdown).toMatchObject([{ taxability_reason: reason }]);
  });

  it('takes the place and the tax ids from a customer, and codes from products and settings', async () => {
    const { customers, products, shippingRates, tax } = stripe;
    await collectIn('US');
    await tax.settings.update({ defaults: { tax_code: 'txcd_20030000' } });
    const { id: product } = await products.create({ name: 'Desk', tax_code: 'txcd_99999999' });
    const { id: customer } = await customers.create({
      address: { country: 'DE' },
      shipping: { name: 'Ada', address: AUSTIN.address },
      tax_id_data: [{ type: 'us_ein', value: '12-3456789' }],
    });
    const { id: shipping_rate } = await shippingRates.create({
      display_name: 'Parcel',
      type: 'fixed_amount',
      fixed_amount: { amount: 800, currency: 'usd' },
      tax_behavior: 'exclusive',
    });
    const calculated = await tax.calculations.create({
      currency: 'usd',
      customer,
      line_items: [{ amount: 1000, product, metadata: { room: '4' } }, { amount: 2000 }],
      shipping_cost: { shipping_rate },
      expand: ['line_items'],
    });
    expect(calculated).toMatchObject({
      customer,
      customer_details: {
        address: { state: 'TX' },
        address_source: 'shipping',
        tax_ids: [{ type: 'us_ein', value: '12-3456789' }],
      },
      shipping_cost: { amount: 800, amount_tax: 50, shipping_rate },
      tax_breakdown: [
        { amount: 63 + 125 + 50, tax_rate_details: { state: 'TX', percentage_decimal: '6.25' } },
      ],
    });
    expect(calculated.line_items?.data).toMatchObject([
      { product, tax_code: 'txcd_99999999', metadata: { room: '4' } },
      { product: null, tax_code: 'txcd_20030000', metadata: null },
    ]);
  });

  it('expires after 90 days', async () => {
    const { id } = await calculate();
    await emulator.advanceTime({ days: 90 });
    const { calculations, transactions } = stripe.tax;
    await expectRejection(calculations.retrieve(String(id)), { statusCode: 404 });
    const late = transactions.createFromCalculation({ calculation: String(id), reference: 'late' });
    await expectRejection(late, { code: 'resource_missing', param: 'calculation' });
  });

  it.each([
    [400, 'customer_details[address]', { customer_details: {} }],
    [400, 'customer_details[address]', { customer_details: { address: { country: 'XX' } } }],
    [400, 'customer_details[address]', { customer_details: { address: { country: 'US', state: 'TX' } } }],
    [
      501,
      'customer_details[address][state]',
      { customer_details: { address: { country: 'US', postal_code: '73301' } } },
    ],
    [501, 'customer_details[ip_address]', { customer_details: { ip_address: '192.0.2.1' } }],
    [501, 'customer_details', { customer: 'cus_1' }],
    [
      400,
      'customer_details[tax_ids][0][value]',
      { customer_details: { ...BERLIN, tax_ids: [{ type: 'eu_vat', value: '12' }] } },
    ],
    [
      400,
      'line_items[1][reference]',
      {
        line_items: [
          { amount: 1, reference: 'a' },
          { amount: 2, reference: 'a' },
        ],
      },
    ],
    [400, 'line_items[0][amount]', { line_items: [{ amount: -1 }] }],
    [400, 'line_items[0][product]', { line_items: [{ amount: 1, product: 'prod_none' }] }],
    [400, 'line_items[0][tax_code]', { line_items: [{ amount: 1, tax_code: 'books' }] }],
    [400, 'shipping_cost[amount]', { shipping_cost: { tax_code: 'txcd_92010001' } }],
    [400, 'shipping_cost[shipping_rate]', { shipping_cost: { shipping_rate: 'shr_none' } }],
    [400, 'shipping_cost[amount]', { shipping_cost: { shipping_rate: 'shr_none', amount: 5 } }],
    [400, 'tax_date', { tax_date: 1 }],
  ] satisfies [number, string, Partial<Calculation>][])(
    'is rejected with %d for %s',
    async (statusCode, param, more) => {
      await expectRejection(calculate(more), { statusCode, param });
    },
  );
});

describe('a tax transaction', () => {
  it('records a calculation once under a reference', async () => {
    const { tax } = stripe;
    const transaction = await sold();
    expect(transaction).toMatchObject({
      object: 'tax.transaction',
      type: 'transaction',
      reference: 'order-1',
      reversal: null,
      metadata: null,
      shipping_cost: { amount: 1190, amount_tax: 190, tax_behavior: 'inclusive' },
    });
    expect(transaction.posted_at).toBe(transaction.created);
    expect(transaction.line_items?.data).toMatchObject([
      {
        reference: 'desk',
        amount: 10_000,
        amount_tax: 1900,
        quantity: 2,
        reversal: null,
        type: 'transaction',
      },
      { reference: 'lamp', amount: 5000, amount_tax: 950 },
    ]);
    expect(await tax.transactions.retrieve(transaction.id)).toMatchObject({ reference: 'order-1' });
    const { data } = await tax.transactions.listLineItems(transaction.id);
    expect(data.map(({ reference }) => reference)).toEqual(['desk', 'lamp']);
    const { id: calculation } = await calculate();
    const again = { calculation: String(calculation), reference: 'order-1' };
    await expectInvalid(tax.transactions.createFromCalculation(again), 'reference');
    const early = { ...again, reference: 'order-2', posted_at: transaction.created - DAY };
    await expectInvalid(tax.transactions.createFromCalculation(early), 'posted_at');
  });

  it('is fully reversed once, and a reversal can be reversed', async () => {
    const { id } = await sold();
    const reversal = await reverse({ original_transaction: id, metadata: { why: 'returned' } });
    expect(reversal).toMatchObject({
      type: 'reversal',
      reversal: { original_transaction: id },
      metadata: { why: 'returned' },
    });
    expect(parts(reversal)).toEqual([
      [-10_000, -1900],
      [-5000, -950],
      [-1190, -190],
    ]);
    await expectInvalid(reverse({ original_transaction: id, reference: 'again' }), 'original_transaction');
    const undone = await reverse({ original_transaction: reversal.id });
    expect(parts(undone)).toEqual([
      [10_000, 1900],
      [5000, 950],
      [1190, 190],
    ]);
    const third = await reverse({ original_transaction: id, reference: 'once more' });
    expect(third).toMatchObject({ reversal: { original_transaction: id } });
  });

  it('is partially reversed by line, up to what is left', async () => {
    const { id, line_items: items } = await sold();
    const [desk] = items?.data ?? [];
    const line = {
      original_line_item: String(desk?.id),
      reference: 'desk-part',
      amount: -4000,
      amount_tax: -760,
    };
    const part = { original_transaction: id, mode: 'partial' as const, line_items: [line] };
    const first = await reverse({ ...part, shipping_cost: { amount: -1190, amount_tax: -190 } });
    expect(parts(first)).toEqual([
      [-4000, -760],
      [-1190, -190],
    ]);
    expect(first.line_items?.data).toMatchObject([
      { reference: 'desk-part', reversal: { original_line_item: desk?.id }, type: 'reversal' },
    ]);
    const tooMuch = { ...line, amount: -6001, amount_tax: -1140 };
    const excess = reverse({ ...part, reference: 'second', line_items: [tooMuch] });
    await expectInvalid(excess, 'line_items[0][amount]');
    await reverse({ original_transaction: first.id });
    expect(parts(await reverse({ ...part, reference: 'second', line_items: [tooMuch] }))).toEqual([
      [-6001, -1140],
    ]);
  });

  it('is partially reversed by a flat amount, in proportion to what is left', async () => {
    const { id, line_items: items } = await sold();
    const [desk] = items?.data ?? [];
    const flat = (amount: number, reference: string) =>
      reverse({ original_transaction: id, mode: 'partial', flat_amount: amount, reference });
    expect(parts(await flat(-9520, 'half'))).toEqual([
      [-5000, -950],
      [-2500, -475],
      [-595, -95],
    ]);
    await reverse({
      original_transaction: id,
      mode: 'partial',
      reference: 'desk',
      line_items: [
        { original_line_item: String(desk?.id), reference: 'desk', amount: -5000, amount_tax: -950 },
      ],
    });
    expect(parts(await flat(-3570, 'rest'))).toEqual([
      [0, 0],
      [-2500, -475],
      [-595, -95],
    ]);
    await expectInvalid(flat(-1, 'too much'), 'flat_amount');
  });

  it.each([
    [400, 'reference', { reference: 'order-1' }],
    [400, 'original_transaction', { original_transaction: 'tax_none' }],
    [400, 'line_items', { mode: 'partial' }],
    [400, 'flat_amount', { mode: 'partial', flat_amount: 5 }],
    [501, 'flat_amount', { flat_amount: -5 }],
    [
      400,
      'line_items[0][original_line_item]',
      {
        mode: 'partial',
        line_items: [{ original_line_item: 'tax_li_none', reference: 'a', amount: -1, amount_tax: 0 }],
      },
    ],
  ] satisfies [number, string, object][])('is not reversed: %d for %s', async (statusCode, param, more) => {
    const { id } = await sold();
    await expectRejection(reverse({ original_transaction: id, ...more } as never), { statusCode, param });
  });
});
