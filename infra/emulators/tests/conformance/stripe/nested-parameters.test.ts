import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();

// Source: docs.stripe.com/api/errors: `param` is "the parameter related to the error", by its name in the request.
describe('the parameter of an error', () => {
  const errorOf = async (path: string, params: object, version?: string) => {
    const { status, body } = await rawApi(world, version).post(path, { ...params });
    return [status, body.error];
  };
  const missing = (param: string) => [400, { code: 'resource_missing', param }];

  it('is within its phase', async () => {
    const customer = await payer(world);
    const items = [{ price: await findPrice(world.stripe) }];
    const schedule = (second: object) =>
      errorOf('subscription_schedules', {
        ...{ customer, start_date: 'now' },
        phases: [{ items, duration: { interval: 'month' } }, { items: [...items, second] }],
      });
    expect(await schedule({ price: 'price_1' })).toMatchObject(missing('phases[1][items][1][price]'));
    const { id: product } = await world.stripe.products.create({ name: 'A' });
    const once = await world.stripe.prices.create({ product, currency: 'usd', unit_amount: 500 });
    expect(await schedule({ price: once.id })).toMatchObject([400, { param: 'phases[1][items][1][price]' }]);
    const recurring = { interval: 'month' } as const;
    const euros = await world.stripe.prices.create({ product, currency: 'eur', unit_amount: 500, recurring });
    expect(await schedule({ price: euros.id })).toMatchObject([400, { param: 'phases[1][items][1][price]' }]);
  });

  it('is within the details of a preview', async () => {
    const customer = await payer(world);
    const price = await findPrice(world.stripe);
    const { id: subscription } = await world.stripe.subscriptions.create({ customer, items: [{ price }] });
    const preview = (params: object) => errorOf('invoices/create_preview', params);
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
    const { id } = await world.stripe.invoices.create({ customer });
    const add = (line: object) => errorOf(`invoices/${id}/add_lines`, { lines: [line] });
    expect(await add({ invoice_item: 'ii_1' })).toMatchObject(missing('lines[0][invoice_item]'));
    expect(await add({ pricing: { price: 'price_1' } })).toMatchObject(missing('lines[0][pricing][price]'));
  });

  it('is that of the item itself', async () => {
    const customer = await payer(world);
    const price = await findPrice(world.stripe);
    const { id, items } = await world.stripe.subscriptions.create({ customer, items: [{ price }] });
    const unknown = { price: 'price_1' };
    expect(await errorOf('subscription_items', { ...unknown, subscription: id })).toMatchObject(
      missing('price'),
    );
    expect(await errorOf(`subscription_items/${items.data[0]?.id}`, unknown)).toMatchObject(missing('price'));
  });
});
