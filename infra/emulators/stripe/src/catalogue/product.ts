import type Stripe from 'stripe';
import { type Loose, shown } from '../kinds/store/kind-type.ts';
import { PLAIN_PRODUCT, type Product } from './catalogue-entities.ts';

/** Answers keep `attributes` although no product has any. */
export const productWire: (product: Loose<Product>) => Stripe.Product = shown('product', {
  attributes: [],
  ...PLAIN_PRODUCT,
});
