import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('products and prices', () => {
  it('finds the prices of the catalogue by lookup key', async () => {
    const { data } = await stripe.prices.list({
      lookup_keys: ['basic_monthly', 'pro_monthly', 'business_monthly'],
      expand: ['data.product'],
    });
    const found = data.map(({ lookup_key, unit_amount, currency, recurring, product }) => ({
      lookup_key,
      unit_amount,
      currency,
      interval: recurring?.interval,
      product: typeof product === 'object' && 'name' in product ? product.name : product,
    }));
    expect(found).toEqual([
      expect.objectContaining({ lookup_key: 'business_monthly', unit_amount: 149_900 }),
      {
        lookup_key: 'pro_monthly',
        unit_amount: 100_000,
        currency: 'usd',
        interval: 'month',
        product: 'Popular plan',
      },
      expect.objectContaining({ lookup_key: 'basic_monthly', unit_amount: 50_000 }),
    ]);
  });

  it('creates, updates and lists products', async () => {
    const created = await stripe.products.create({
      name: 'Workshop',
      description: 'One day',
      metadata: { a: '1' },
    });
    expect(created).toMatchObject({
      object: 'product',
      name: 'Workshop',
      active: true,
      metadata: { a: '1' },
    });
    const updated = await stripe.products.update(created.id, { active: false, metadata: { a: '', b: '2' } });
    expect(updated).toMatchObject({ id: created.id, active: false, metadata: { b: '2' } });
    const inactive = await stripe.products.list({ active: false });
    expect(inactive.data.map(({ id }) => id)).toEqual([created.id]);
    expect(await stripe.products.del(created.id)).toMatchObject({ id: created.id, deleted: true });
    await expectRejection(stripe.products.retrieve(created.id), { code: 'resource_missing' });
  });

  it('creates prices and transfers a lookup key only on request', async () => {
    const { id: product } = await stripe.products.create({ name: 'Workshop' });
    const terms = { currency: 'usd', unit_amount: 900, product, recurring: { interval: 'week' } } as const;
    const first = await stripe.prices.create({ ...terms, lookup_key: 'weekly' });
    expect(first).toMatchObject({ type: 'recurring', unit_amount: 900, recurring: { interval: 'week' } });
    await expectRejection(stripe.prices.create({ ...terms, lookup_key: 'weekly' }), {
      statusCode: 400,
      param: 'lookup_key',
    });
    const second = await stripe.prices.create({ ...terms, lookup_key: 'weekly', transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['weekly'] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
  });

  it.each([
    ['an unknown product', { product: 'prod_none', currency: 'usd', unit_amount: 1 }, 'product'],
    ['an unknown currency', { product: 'outharbor_pro', currency: 'zzz', unit_amount: 1 }, 'currency'],
  ])('rejects a price with %s', async (_case, params, param) => {
    await expectRejection(stripe.prices.create(params), {
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
    });
  });
});
