import { changePrice } from '../catalogue/change-price.ts';
import { createPrice } from '../catalogue/create-price.ts';
import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { type Endpoint, type PathParams, post, retrieval } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { finder, requireKnownPrice } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, flag, optional, type ReadValue, text } from '../params/reader.ts';
import { isMetered } from '../pricing/price-cost.ts';
import type { Price } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { priceWire } from '../wire/price-wire.ts';
import { currency } from './currencies.ts';
import {
  decimalAmount,
  productDataParam,
  productOfPrice,
  readRecurrence,
  readScheme,
  recurringParam,
  schemeFields,
  taxBehavior,
  unitAmount,
} from './price-params.ts';

const createParams = object({
  active: optional(flag),
  currency,
  lookup_key: optional(text(200)),
  ...schemeFields,
  metadata,
  nickname: optional(text(5000)),
  product: optional(text()),
  product_data: optional(productDataParam),
  recurring: optional(recurringParam),
  tax_behavior: taxBehavior,
  transfer_lookup_key: optional(flag),
  unit_amount: optional(unitAmount),
  unit_amount_decimal: optional(decimalAmount),
});

const updateParams = object({
  active: optional(flag),
  lookup_key: clearable(text(200)),
  metadata,
  nickname: clearable(text(5000)),
  tax_behavior: taxBehavior,
  transfer_lookup_key: optional(flag),
});

const prices = resource('/v1/prices', finder('price', 'prices'), (_, entity) => priceWire(entity));

export const priceEndpoints: readonly Endpoint[] = [
  post('/v1/prices', createParams, create),
  prices.list({
    filters: {
      active: ({ active }) => active,
      currency: ({ currency: own }) => own,
      lookup_keys: ({ lookupKey }) => lookupKey,
      product: ({ product }) => product,
      'recurring[interval]': ({ recurring }) => recurring?.interval,
      'recurring[meter]': ({ recurring }) => recurring?.meter,
      'recurring[usage_type]': (price) => price.recurring && (isMetered(price) ? 'metered' : 'licensed'),
      type: ({ recurring }) => (recurring === null ? 'one_time' : 'recurring'),
    },
    where: ({ deleted }) => deleted !== true,
  }),
  retrieval('/v1/prices/:id', (context, id) => priceWire(requireKnownPrice(context, id))),
  post('/v1/prices/:id', updateParams, update),
];

/** A lookup key belongs to one price and moves to another only on request. */
function claimLookupKey(context: Context, key: string, owner: string, transfer: boolean): void {
  for (const price of context.store.prices.values()) {
    if (price.lookupKey !== key || price.id === owner) continue;
    if (transfer) {
      const wire = priceWire(context.store.prices.put({ ...price, lookupKey: null }));
      emit(context, 'price.updated', wire, { lookup_key: key });
      continue;
    }
    throw rejected(`A price (\`${price.id}\`) already uses that lookup key.`, { param: 'lookup_key' });
  }
}

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const product = productOfPrice(context, params);
  const id = newId('price');
  const lookupKey = params.lookup_key ?? null;
  if (lookupKey !== null) claimLookupKey(context, lookupKey, id, params.transfer_lookup_key ?? false);
  const price = createPrice(context, {
    id,
    active: params.active,
    product,
    currency: params.currency,
    ...readScheme(params, params.recurring !== undefined),
    lookupKey,
    nickname: params.nickname,
    recurring: params.recurring && readRecurrence(context, params.recurring),
    taxBehavior: params.tax_behavior,
    metadata: changedMetadata({}, params.metadata),
  });
  return priceWire(price);
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const before = requireKnownPrice(context, id);
  rejectDefault(context, before, params.active);
  const { lookup_key: lookupKey = before.lookupKey } = params;
  if (lookupKey !== null) claimLookupKey(context, lookupKey, id, params.transfer_lookup_key ?? false);
  const { nickname = before.nickname, tax_behavior: behavior = before.taxBehavior } = params;
  if (behavior !== before.taxBehavior && (before.taxBehavior ?? 'unspecified') !== 'unspecified') {
    throw rejected('The `tax_behavior` of a price cannot be changed once it is `exclusive` or `inclusive`.', {
      param: 'tax_behavior',
    });
  }
  const after = changePrice(context, before, {
    ...before,
    ...(behavior && { taxBehavior: behavior }),
    active: params.active ?? before.active,
    lookupKey,
    nickname,
    metadata: changedMetadata(before.metadata, params.metadata),
  });
  return priceWire(after);
}

function rejectDefault({ store }: Context, { id, product }: Price, active: boolean | undefined): void {
  if (active !== false || store.products.get(product)?.defaultPrice !== id) return;
  throw rejected('This price cannot be archived because it is the default price of its product.', {
    param: 'active',
  });
}
