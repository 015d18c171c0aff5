import type Stripe from 'stripe';
import { PLAIN_PRODUCT, type Product } from '../state/catalogue-entities.ts';
import { type Loose, shown } from '../state/kept.ts';

/** Answers keep `attributes` although no product has any. */
export const productWire: (product: Loose<Product>) => Stripe.Product = shown('product', {
  attributes: [],
  ...PLAIN_PRODUCT,
});
