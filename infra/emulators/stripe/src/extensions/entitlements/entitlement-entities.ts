import type { Labelled } from '../../kinds/store/entity.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface Feature extends Labelled {
  readonly name: string;
  readonly lookup_key: string;
  readonly active: boolean;
}

export interface ProductFeature {
  readonly id: string;
  readonly product: string;
  readonly feature: string;
}

/** A feature that a customer has now. */
export interface Entitlement {
  readonly id: string;
  readonly customer: string;
  readonly feature: string;
}

export const features = collectionOf<Feature>('features');
export const productFeatures = collectionOf<ProductFeature>('productFeatures');
export const entitlements = collectionOf<Entitlement>('entitlements');
