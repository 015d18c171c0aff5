import { createPrice } from '../catalogue/create-price.ts';
import { createProduct } from '../catalogue/create-product.ts';
import type { Context } from '../context.ts';
import { defined } from '../defined.ts';
import { nestParam, noSuch, rejected, renamingParams } from '../errors/api-error.ts';
import { changedAttributes, emit } from '../events.ts';
import { deletion, type Endpoint, nothing, type PathParams, post } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { requireActivePrice, requireProduct } from '../lookup/lookup.ts';
import { chosenId } from '../params/chosen-id.ts';
import { list as listOf, object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { only } from '../params/partly-supported.ts';
import { clearable, echoed, flag, optional, type ReadValue, text } from '../params/reader.ts';
import { statementDescriptor } from '../params/statement-descriptor.ts';
import { url as webAddress } from '../params/url.ts';
import type { Product } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { productWire } from '../wire/product-wire.ts';
import { currency } from './currencies.ts';
import {
  decimalAmount,
  readRecurrence,
  recurringParam,
  rejectTakenId,
  taxBehavior,
  taxCode,
  unitAmount,
} from './price-params.ts';

/** In inches and ounces. */
const packageDimensions = object({
  height: decimalAmount,
  length: decimalAmount,
  weight: decimalAmount,
  width: decimalAmount,
});

const shared = {
  active: optional(flag),
  description: clearable(text(40_000)),
  images: clearable(listOf(webAddress, 8)),
  marketing_features: echoed(clearable(listOf(object({ name: text(80) }), 15))),
  metadata,
  package_dimensions: echoed(clearable(packageDimensions)),
  shippable: echoed(optional(flag)),
  statement_descriptor: clearable(statementDescriptor),
  tax_code: echoed(clearable(taxCode)),
  unit_label: clearable(text(12)),
  url: clearable(text()),
};

const defaultPriceData = object({
  currency,
  metadata,
  recurring: optional(recurringParam),
  tax_behavior: taxBehavior,
  unit_amount: unitAmount,
});

const createParams = object({
  ...shared,
  default_price_data: optional(defaultPriceData),
  id: optional(chosenId()),
  name: text(5000),
  type: optional(only('service', 'good')),
});
const updateParams = object({ ...shared, default_price: optional(text()), name: optional(text(5000)) });

const products = resource('/v1/products', requireProduct, (_, entity) => productWire(entity), {
  event: 'product',
});

export const productEndpoints: readonly Endpoint[] = [
  post('/v1/products', createParams, create),
  products.list({
    filters: {
      active: ({ active }) => active,
      ids: ({ id }) => id,
      shippable: ({ shippable = null }) => shippable,
      url: ({ url }) => url,
    },
  }),
  products.retrieve,
  products.update(updateParams, changes),
  deletion('/v1/products/:id', nothing, remove),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  rejectTakenId(context, params.id, 'id');
  const { default_price_data: priceData } = params;
  const defaultPrice = priceData && newId('price');
  const { id, name } = params;
  const product = createProduct(context, {
    ...readFields(params),
    ...defined({ id, name, defaultPrice }),
    metadata: changedMetadata({}, params.metadata),
  });
  if (priceData !== undefined && defaultPrice !== undefined) {
    renamingParams(nestParam('default_price_data'), () =>
      createPrice(context, {
        id: defaultPrice,
        product: product.id,
        currency: priceData.currency,
        unitAmount: priceData.unit_amount,
        recurring: priceData.recurring && readRecurrence(context, priceData.recurring),
        taxBehavior: priceData.tax_behavior,
        metadata: changedMetadata({}, priceData.metadata),
      }),
    );
  }
  return productWire(product);
}

function changes(params: ReadValue<typeof updateParams>, before: Product, context: Context) {
  const { default_price: defaultPrice, name } = params;
  if (defaultPrice !== undefined && context.store.prices.get(defaultPrice)?.product !== before.id) {
    throw noSuch('price', defaultPrice, 'default_price');
  }
  if (defaultPrice !== undefined) requireActivePrice(context, defaultPrice, 'default_price');
  const change = { ...readFields(params), name, defaultPrice };
  const metadata = changedMetadata(before.metadata, params.metadata);
  const after = { ...before, ...defined(change), metadata };
  const isChanged = Object.keys(changedAttributes(productWire(before), productWire(after))).length > 0;
  return isChanged ? { ...change, updated: context.time.now() } : change;
}

/** The fields that can be set and changed; only those named in the request. */
function readFields(
  params: Omit<ReadValue<typeof updateParams>, 'default_price' | 'name'>,
): Partial<Product> {
  const { active, description, shippable, url } = params;
  const features = params.marketing_features === null ? [] : params.marketing_features;
  return defined({
    ...{ active, description, shippable, url },
    images: params.images === null ? [] : params.images,
    marketingFeatures: features?.map(({ name }) => name),
    packageDimensions: params.package_dimensions,
    statementDescriptor: params.statement_descriptor,
    taxCode: params.tax_code,
    unitLabel: params.unit_label,
  });
}

function isSubscribed({ store }: Context, price: string): boolean {
  return [...store.subscriptions.values()].some(({ items }) => items.some((item) => item.price === price));
}

function remove(context: Context, _params: object, { id = '' }: PathParams): object {
  const product = requireProduct(context, id);
  for (const price of context.store.prices.values()) {
    if (price.product !== id || (price.deleted && !isSubscribed(context, price.id))) continue;
    throw rejected('This product cannot be deleted because it has one or more user-created prices.');
  }
  context.store.products.delete(id);
  emit(context, 'product.deleted', productWire({ ...product, active: false }));
  return { id, object: 'product', deleted: true };
}
