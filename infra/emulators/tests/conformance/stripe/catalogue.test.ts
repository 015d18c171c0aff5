import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();

describe('products and prices', () => {
  it('finds the prices of the catalogue by lookup key, sorted by it', async () => {
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
      expect.objectContaining({ lookup_key: 'basic_monthly', unit_amount: 50_000 }),
      expect.objectContaining({ lookup_key: 'business_monthly', unit_amount: 149_900 }),
      {
        lookup_key: 'pro_monthly',
        unit_amount: 100_000,
        currency: 'usd',
        interval: 'month',
        product: 'Popular plan',
      },
    ]);
    const all = (await stripe.prices.list()).data.map(({ lookup_key }) => lookup_key);
    expect(all).toEqual(['basic_monthly', 'pro_monthly', 'business_monthly']);
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
    await expectInvalid(stripe.prices.create({ ...terms, lookup_key: 'weekly' }), 'lookup_key');
    const second = await stripe.prices.create({ ...terms, lookup_key: 'weekly', transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ['weekly'] });
    expect(data.map(({ id }) => id)).toEqual([second.id]);
  });

  it('rejects a price with an unknown product', async () => {
    const price = { product: 'prod_none', currency: 'usd', unit_amount: 1 };
    await expectInvalid(stripe.prices.create(price), 'product');
  });
});

const MONTHLY = { currency: 'usd', unit_amount: 1_500, recurring: { interval: 'month' } } as const;

describe('a price with product data', () => {
  it('creates the product', async () => {
    const price = await stripe.prices.create({
      ...MONTHLY,
      product_data: { name: 'A book', metadata: { shelf: '3' }, unit_label: 'copy' },
      expand: ['product'],
    });
    expect(price.product).toMatchObject({
      name: 'A book',
      active: true,
      metadata: { shelf: '3' },
      unit_label: 'copy',
    });
    const { data } = await stripe.events.list({ types: ['price.created', 'product.created'] });
    expect(data.map(({ type }) => type)).toEqual(['price.created', 'product.created']);
  });

  it('is rejected with two products, with none and with a product ID that exists', async () => {
    const product = 'outharbor_pro';
    const both = stripe.prices.create({ ...MONTHLY, product, product_data: { name: 'A book' } });
    await expectInvalid(both, 'product');
    await expectRejection(stripe.prices.create(MONTHLY), {
      statusCode: 400,
      message: 'You must specify either `product` or `product_data` when creating a price.',
    });
    const taken = stripe.prices.create({ ...MONTHLY, product_data: { id: product, name: 'A book' } });
    await expectRejection(taken, { code: 'resource_already_exists' });
  });
});

describe('the catalogue', () => {
  it('has the size of goods, and lists what can be shipped', async () => {
    const { products } = stripe;
    const package_dimensions = { height: 1.25, length: 2, weight: 3, width: 4 };
    const { id } = await products.create({ name: 'Mug', package_dimensions, shippable: true });
    await products.create({ name: 'Club' });
    expect((await products.list({ shippable: true })).data).toMatchObject([{ id, package_dimensions }]);
    expect(await products.update(id, { package_dimensions: '' })).toMatchObject({ package_dimensions: null });
  });

  it('includes a default price created with its product', async () => {
    const product = await stripe.products.create({
      name: 'A club',
      default_price_data: { ...MONTHLY, tax_behavior: 'exclusive', metadata: { tier: 'one' } },
      marketing_features: [{ name: 'Fast' }, { name: 'Kind' }],
      shippable: false,
      tax_code: 'txcd_10000000',
      expand: ['default_price'],
    });
    expect(product).toMatchObject({
      default_price: {
        product: product.id,
        unit_amount: 1_500,
        tax_behavior: 'exclusive',
        metadata: { tier: 'one' },
      },
      marketing_features: [{ name: 'Fast' }, { name: 'Kind' }],
      shippable: false,
      tax_code: 'txcd_10000000',
    });
    const updated = await stripe.products.update(product.id, { marketing_features: '', tax_code: '' });
    expect(updated).toMatchObject({ marketing_features: [], shippable: false, tax_code: null });
    const unknown = stripe.products.update(product.id, { tax_code: 'books' });
    await expectRejection(unknown, { code: 'resource_missing', param: 'tax_code' });
  });

  // Source: stripe/stripe-mock issue 420, and async-stripe's test for it, whose price lists its own currency too.
  it('includes the currencies of a price on request', async () => {
    const { prices } = stripe;
    const { id, ...price } = await prices.create({
      ...{ currency: 'eur', unit_amount: 700, product_data: { name: 'Guide' } },
    });
    expect(price.currency_options).toBeUndefined();
    const { currency_options } = await prices.retrieve(id, { expand: ['currency_options'] });
    expect(currency_options).toEqual({
      eur: {
        ...{ custom_unit_amount: null, tax_behavior: 'unspecified' },
        ...{ unit_amount: 700, unit_amount_decimal: '700' },
      },
    });
  });

  it('has only images with an address', async () => {
    const images = ['/images/guide.png'];
    const created = stripe.products.create({ name: 'Guide', images });
    await expectRejection(created, { code: 'url_invalid', param: 'images[0]' });
    const price_data = { currency: 'usd', unit_amount: 700, product_data: { name: 'Guide', images } };
    const opened = createSession(stripe, { mode: 'payment', line_items: [{ price_data, quantity: 1 }] });
    await expectRejection(opened, {
      ...{ code: 'url_invalid', param: 'line_items[0][price_data][product_data][images][0]' },
    });
  });

  it('includes the tax behavior of a price, which can be set once', async () => {
    const { id, tax_behavior } = await stripe.prices.create({ ...MONTHLY, product: 'outharbor_pro' });
    expect(tax_behavior).toBe('unspecified');
    const said = await stripe.prices.update(id, { tax_behavior: 'inclusive' });
    expect(said.tax_behavior).toBe('inclusive');
    expect(await stripe.prices.update(id, { nickname: 'n' })).toMatchObject({ tax_behavior: 'inclusive' });
    await expectInvalid(stripe.prices.update(id, { tax_behavior: 'exclusive' }), 'tax_behavior');
  });
});

describe('a price created by a checkout session', () => {
  it('has a tax behavior, and its product a tax code', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          price_data: {
            currency: 'usd',
            unit_amount: 500,
            tax_behavior: 'inclusive',
            product_data: { name: 'A book', tax_code: 'txcd_35010000' },
          },
          quantity: 1,
        },
      ],
      success_url: 'https://site.test/',
      expand: ['line_items.data.price.product'],
    });
    expect(session.line_items?.data[0]?.price).toMatchObject({
      tax_behavior: 'inclusive',
      product: { name: 'A book', tax_code: 'txcd_35010000' },
    });
  });
});
