import { describe, expect, it } from 'vitest';
import { findPrice, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe } = world;

// Source: docs.stripe.com/api/errors: `param` is "the parameter related to the error", by its name in the request.
describe('the parameter of an error', () => {
  const readError = async (path: string, params: object, version?: string) => {
    const { status, body } = await rawApi(world, version).post(path, { ...params });
    return [status, body.error];
  };
  const missing = (param: string) => [400, { code: 'resource_missing', param }];

  it('is within its phase', async () => {
    const customer = await payer(world);
    const items = [{ price: await findPrice(stripe) }];
    const schedule = (second: object) =>
      readError('subscription_schedules', {
        ...{ customer, start_date: 'now' },
        phases: [{ items, duration: { interval: 'month' } }, { items: [...items, second] }],
      });
    expect(await schedule({ price: 'price_1' })).toMatchObject(missing('phases[1][items][1][price]'));
    for (const price of [await newPrice(stripe, 500), await monthlyPrice(stripe, 500, { currency: 'eur' })]) {
      expect(await schedule({ price })).toMatchObject([400, { param: 'phases[1][items][1][price]' }]);
    }
  });

  it('is within the details of a preview', async () => {
    const price = await findPrice(stripe);
    const { customer, id: subscription } = await subscribedPayer(world);
    const preview = (params: object) => readError('invoices/create_preview', params);
    const items = [{ price }, { price: 'price_1' }];
    expect(await preview({ customer, subscription_details: { items } })).toMatchObject(
      missing('subscription_details[items][1][price]'),
    );
    const unknown = { items: [{ id: 'si_1', quantity: 2 }] };
    expect(await preview({ subscription, subscription_details: unknown })).toMatchObject(
      missing('subscription_details[items][0][id]'),
    );
    expect(await preview({ subscription, subscription_details: { trial_end: 999 } })).toMatchObject([
      400,
      { param: 'subscription_details[trial_end]' },
    ]);
    expect(await preview({ subscription, discounts: [{ coupon: 'SPRING' }] })).toMatchObject(
      missing('discounts[0][coupon]'),
    );
  });

  it('is within its line of an invoice', async () => {
    const customer = await payer(world);
    const { id } = await stripe.invoices.create({ customer });
    const add = (line: object) => readError(`invoices/${id}/add_lines`, { lines: [line] });
    expect(await add({ invoice_item: 'ii_1' })).toMatchObject(missing('lines[0][invoice_item]'));
    expect(await add({ pricing: { price: 'price_1' } })).toMatchObject(missing('lines[0][pricing][price]'));
  });

  it('is within the data of its price', async () => {
    const customer = await payer(world);
    const { id: product } = await stripe.products.create({ name: 'A' });
    const data = (recurring: object) => ({ product, currency: 'usd', unit_amount: 500, recurring });
    const long = { interval: 'month', interval_count: 37 };
    const line = { line_items: [{ quantity: 1, price_data: data(long) }] };
    const items = [{ price_data: data(long) }];
    const { product: _, ...defaults } = data(long);
    const details = { customer, subscription_details: { items } };
    const attempts = [
      ['products', { name: 'B', default_price_data: defaults }, 'default_price_data'],
      ['checkout/sessions', { mode: 'subscription', ...line }, 'line_items[0][price_data]'],
      ['payment_links', line, 'line_items[0][price_data]'],
      ['subscriptions', { customer, items }, 'items[0][price_data]'],
      ['invoices/create_preview', details, 'subscription_details[items][0][price_data]'],
    ] as const;
    for (const [path, params, place] of attempts) {
      const param = `${place}[recurring][interval_count]`;
      expect(await readError(path, params)).toMatchObject([400, { param }]);
    }
    const [price, once] = [await findPrice(stripe), { product: 'prod_1', currency: 'usd', unit_amount: 5 }];
    const preview = { customer, subscription_details: { items: [{ price }] } };
    expect(
      await readError('invoices/create_preview', { ...preview, invoice_items: [{ price_data: once }] }),
    ).toMatchObject(missing('invoice_items[0][price_data][product]'));
  });

  it('is that of the plan itself', async () => {
    const { id: product } = await stripe.products.create({ name: 'A' });
    const create = (extra: object) =>
      readError('plans', { product, currency: 'usd', interval: 'month', amount: 500, ...extra });
    const rejected = (param: string) => [400, { param }];
    expect(await create({ amount_decimal: '500' })).toMatchObject(rejected('amount'));
    expect(await create({ interval_count: 37 })).toMatchObject(rejected('interval_count'));
    expect(await create({ meter: 'mtr_1' })).toMatchObject(missing('meter'));
    expect(await create({ product: { id: product, name: 'B' } })).toMatchObject(rejected('product[id]'));
    expect(await create({ aggregate_usage: 'sum', usage_type: 'metered' })).toMatchObject([
      400,
      { code: 'parameter_unknown', param: 'aggregate_usage' },
    ]);
  });

  it('is that of the item itself', async () => {
    const { id, items } = await subscribedPayer(world);
    const unknown = { price: 'price_1' };
    expect(await readError('subscription_items', { ...unknown, subscription: id })).toMatchObject(
      missing('price'),
    );
    expect(await readError(`subscription_items/${items.data[0]?.id}`, unknown)).toMatchObject(
      missing('price'),
    );
  });
});
