import type Stripe from 'stripe';
import { finder } from '../kinds/lookup.ts';
import type { Labelled } from '../kinds/store/entity.ts';
import { type Held, type Kept, type Loose, plain, shown } from '../kinds/store/kind-type.ts';

export interface Product extends Held, Labelled, Omit<Kept<Stripe.Product>, keyof Labelled> {}

export const PLAIN_PRODUCT = plain<Product>()('product', {
  active: true,
  metadata: {},
  images: [],
  marketing_features: [],
  tax_details: null,
  type: 'service',
});

/** Answers keep `attributes` although no product has any. */
export const productWire: (product: Loose<Product>) => Stripe.Product = shown('product', {
  attributes: [],
  ...PLAIN_PRODUCT,
});

export const requireProduct = finder('product', 'products');
