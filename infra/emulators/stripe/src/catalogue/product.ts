import type Stripe from 'stripe';
import { finder } from '../kinds/objects.ts';
import { type Held, type Kept, type Labelled, type Loose, plain, shown } from '../kinds/store/kind-type.ts';

export interface Product extends Held, Labelled, Omit<Kept<Stripe.Product>, keyof Labelled> {
  /** What the seed said, which it may change as long as no call has. */
  readonly hidden?: { readonly seed: { readonly name: string; readonly description: string | null } };
}

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
