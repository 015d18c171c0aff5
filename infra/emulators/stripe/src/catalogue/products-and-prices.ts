import {
  exclusiveParameters,
  nestParam,
  noSuch,
  rejected,
  renamingParams,
} from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import { type Given, kept } from '../kinds/given-fields.ts';
import { emit, finder, newId } from '../kinds/objects.ts';
import { only } from '../kinds/params/as-described.ts';
import { list, metadata, object } from '../kinds/params/composite.ts';
import { clearable, optional, text } from '../kinds/params/reader.ts';
import { chosenId, currency, readStatementDescriptor, url as webAddress } from '../kinds/params/texts.ts';
import {
  PLAIN_PRICE,
  type Price,
  planWire,
  priceWire,
  requireActivePrice,
  requireKnownPrice,
} from './price.ts';
import {
  currencyOptionsParam,
  customAmountParam,
  decimalAmount,
  type GivenRecurrence,
  productDataParam,
  readCurrencyOptions,
  readRecurrence,
  readScheme,
  readTaxCode,
  recurringParam,
  schemeFields,
  taxBehaviorParam,
  unitAmountParam,
} from './price-params.ts';
import { PLAIN_PRODUCT, type Product, productWire, requireProduct } from './product.ts';

interface NewProduct extends Given {
  readonly name: string;
  readonly default_price_data?: (Given & Pick<NewPrice, 'currency'>) | undefined;
}

const products = kept<Product, NewProduct>({
  type: 'product',
  path: '/v1/products',
  event: 'product',
  finder: requireProduct,
  newId: ({ store }, { id }) => {
    if (id === undefined) return newId('prod', 14);
    if (store.products.get(String(id)) === undefined) return String(id);
    throw rejected('Product already exists.', { code: 'resource_already_exists', param: 'id' });
  },
  plain: PLAIN_PRODUCT,
  readers: {
    default_price_data: object({
      currency,
      currency_options: optional(currencyOptionsParam),
      metadata,
      recurring: optional(recurringParam),
      tax_behavior: taxBehaviorParam,
      custom_unit_amount: customAmountParam,
      unit_amount: optional(unitAmountParam),
    }),
    description: clearable(text(40_000)),
    id: chosenId(),
    images: clearable(list(webAddress, 8)),
    marketing_features: clearable(list(object({ name: text(80) }), 15)),
    name: text(5000),
    // In inches and ounces.
    package_dimensions: clearable(
      object({ height: decimalAmount, length: decimalAmount, weight: decimalAmount, width: decimalAmount }),
    ),
    statement_descriptor: clearable(readStatementDescriptor),
    tax_code: clearable(readTaxCode),
    tax_details: null,
    type: only('service', 'good'),
    unit_label: clearable(text(12)),
    url: clearable(text()),
  },
  changeReaders: { default_price_data: null, id: null, type: null },
  echoed: ['marketing_features', 'package_dimensions', 'shippable', 'tax_code'],
  aside: ['default_price_data'],
  made: ({ time }, { default_price_data: data }) => ({
    updated: time.now(),
    default_price: data && newId('price'),
  }),
  after: (context, { default_price: price, id }, { default_price_data: data }) => {
    if (data === undefined || price === null) return;
    renamingParams(nestParam('default_price_data'), () =>
      createPrice(context, { ...data, id: price, product: id }),
    );
  },
  changed: (context, given, before) => {
    const { default_price: price } = given as { readonly default_price?: string };
    if (price !== undefined && context.store.prices.get(price)?.product !== before.id) {
      throw noSuch('price', price, 'default_price');
    }
    if (price !== undefined) requireActivePrice(context, price, 'default_price');
    return {};
  },
  stamped: 'updated',
  wire: (_, product) => productWire(product),
  listing: {
    fields: ['active', 'shippable', 'url'],
    filters: {
      ids: ({ id }) => id,
    },
  },
  remove: (context, product) => {
    for (const price of context.store.prices.where('product', product.id)) {
      if (price.hidden?.deleted && !isSubscribed(context, price.id)) continue;
      throw rejected('This product cannot be deleted because it has one or more user-created prices.');
    }
    context.store.products.delete(product.id);
    emit(context, 'product.deleted', productWire({ ...product, active: false }));
  },
});

export const productEndpoints: readonly Endpoint[] = products.endpoints;

/** A new product, with parameters as a request gives them. */
const createProduct = (context: Context, given: NewProduct): Product => products.create(context, given);

function isSubscribed({ store }: Context, price: string): boolean {
  return [...store.subscriptions.values()].some(({ items }) => items.some((item) => item.price === price));
}

/** The id of the new price's product, which `product_data` creates. */
function productOfPrice(context: Context, { product, product_data: data }: NewPrice): string {
  if (product !== undefined && data !== undefined)
    throw exclusiveParameters('product, product_data', 'product');
  if (product !== undefined) return requireProduct(context, product, 'product').id;
  if (data === undefined) {
    throw rejected('You must specify either `product` or `product_data` when creating a price.');
  }
  return renamingParams(
    (name) => (name === 'id' ? 'product_data[id]' : name),
    () => createProduct(context, data),
  ).id;
}

/** Parameters of a price as a request gives them. */
export interface NewPrice extends Given {
  readonly currency: string;
  readonly product?: string | undefined;
  readonly product_data?: NewProduct | undefined;
  readonly recurring?: GivenRecurrence | undefined;
  readonly unit_amount?: number | undefined;
  readonly unit_amount_decimal?: number | undefined;
}

const prices = kept<Price, NewPrice>({
  type: 'price',
  path: '/v1/prices',
  event: 'price',
  finder: finder('price', 'prices'),
  find: requireKnownPrice,
  newId: (_, { id }) => (id === undefined ? newId('price') : String(id)),
  plain: PLAIN_PRICE,
  readers: {
    ...schemeFields,
    currency_options: currencyOptionsParam,
    nickname: text(5000),
    product_data: productDataParam,
    recurring: recurringParam,
    unit_amount: unitAmountParam,
    unit_amount_decimal: decimalAmount,
  },
  changeReaders: { lookup_key: clearable(text(200)), nickname: clearable(text(5000)) },
  aside: [
    'currency_options',
    'custom_unit_amount',
    'product_data',
    'recurring',
    'transfer_lookup_key',
    'billing_scheme',
    'unit_amount_decimal',
  ],
  also: { event: 'plan', where: ({ recurring }) => recurring !== null, wire: planWire },
  made: (context, given) => {
    const product = productOfPrice(context, given);
    if (given.lookup_key !== undefined) claimLookupKey(context, given);
    const { recurring } = given;
    const price = {
      ...readScheme(given, recurring !== undefined),
      product,
      ...(recurring && readRecurrence(context, recurring)),
    };
    return { ...price, ...readOptions(given, { ...PLAIN_PRICE, ...price, currency: given.currency }) };
  },
  changed: checkPrice,
  wire: (_, price) => priceWire(price),
  listing: {
    fields: ['active', 'currency', 'product'],
    filters: {
      lookup_keys: ({ lookup_key }) => lookup_key,
      'recurring[interval]': ({ recurring }) => recurring?.interval,
      'recurring[meter]': ({ recurring }) => recurring?.meter,
      'recurring[usage_type]': ({ recurring }) => recurring?.usage_type,
      type: ({ recurring }) => (recurring === null ? 'one_time' : 'recurring'),
    },
    where: ({ hidden }) => hidden?.deleted !== true,
    // As tests of github.com/tierrun/tier, which ran at Stripe, expect of prices that were created at once.
    sorted: ({ lookup_keys }) => (lookup_keys === undefined ? undefined : 'lookup_key'),
  },
});

export const priceEndpoints: readonly Endpoint[] = prices.endpoints;

export const createPrice = (context: Context, given: NewPrice): Price => prices.create(context, given);
export const replacePrice = prices.replace;

/** A lookup key belongs to one price and moves to another only on request. */
function claimLookupKey(context: Context, given: Given, owner = ''): void {
  const key = String(given.lookup_key);
  for (const price of context.store.prices.where('lookup_key', key, ({ id }) => id !== owner)) {
    if (given.transfer_lookup_key === true) {
      const wire = priceWire(context.store.prices.put({ ...price, lookup_key: null }));
      emit(context, 'price.updated', wire, { lookup_key: key });
      continue;
    }
    throw rejected(`A price (\`${price.id}\`) already uses that lookup key.`, 'lookup_key');
  }
}

function checkPrice(context: Context, given: Given, before: Price): object {
  const { id, product, tax_behavior: behavior } = before;
  if (given.active === false && context.store.products.get(product)?.default_price === id) {
    throw rejected('This price cannot be archived because it is the default price of its product.', 'active');
  }
  if (given.lookup_key != null) claimLookupKey(context, given, id);
  const { tax_behavior: wanted = behavior } = given;
  if (wanted !== behavior && behavior !== 'unspecified') {
    throw rejected('The `tax_behavior` of a price cannot be changed once it is `exclusive` or `inclusive`.', {
      param: 'tax_behavior',
    });
  }
  return readOptions(given, before);
}

/** The options after a request, which leaves the currencies that it does not name. */
function readOptions(
  { currency_options: given }: Given,
  price: Parameters<typeof readCurrencyOptions>[1] & Pick<Price, 'currency_options'>,
): Pick<Price, 'currency_options'> {
  if (given === undefined) return {};
  const options = readCurrencyOptions(given as Parameters<typeof readCurrencyOptions>[0], price);
  return { currency_options: { ...price.currency_options, ...options } };
}
