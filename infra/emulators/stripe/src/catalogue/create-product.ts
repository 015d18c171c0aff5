import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Metadata, Product } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { productWire } from '../wire/product-wire.ts';

interface NewProduct {
  readonly id?: string | undefined;
  readonly name: string;
  readonly active?: boolean | undefined;
  readonly description?: string | null | undefined;
  readonly images?: readonly string[] | null | undefined;
  readonly url?: string | null | undefined;
  readonly statementDescriptor?: string | null | undefined;
  readonly unitLabel?: string | null | undefined;
  readonly defaultPrice?: string | null | undefined;
  readonly marketingFeatures?: readonly string[] | undefined;
  readonly shippable?: boolean | undefined;
  readonly taxCode?: string | undefined;
  readonly metadata?: Metadata;
}

export function createProduct(context: Context, given: NewProduct): Product {
  const now = context.time.now();
  const product = context.store.products.put({
    id: given.id ?? newId('prod', 14),
    created: now,
    updated: now,
    name: given.name,
    active: given.active ?? true,
    description: given.description ?? null,
    images: given.images ?? [],
    url: given.url ?? null,
    statementDescriptor: given.statementDescriptor ?? null,
    unitLabel: given.unitLabel ?? null,
    defaultPrice: given.defaultPrice ?? null,
    marketingFeatures: given.marketingFeatures ?? [],
    shippable: given.shippable ?? null,
    taxCode: given.taxCode ?? null,
    metadata: given.metadata ?? {},
  });
  emit(context, 'product.created', productWire(product));
  return product;
}
