import type { Metadata } from './catalogue-entities.ts';

export interface Feature {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly lookupKey: string;
  readonly active: boolean;
  readonly metadata: Metadata;
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
