import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { PLAIN_PRODUCT, type Product } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';
import { productWire } from '../wire/product-wire.ts';

export function createProduct(
  context: Context,
  given: Pick<Product, 'name'> & Partial<Omit<Product, 'created' | 'updated'>>,
): Product {
  const now = context.time.now();
  const product = context.store.products.put({
    ...{ id: newId('prod', 14), created: now, updated: now },
    ...PLAIN_PRODUCT,
    ...given,
  });
  emit(context, 'product.created', productWire(product));
  return product;
}
