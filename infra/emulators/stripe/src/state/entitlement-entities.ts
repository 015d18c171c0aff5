import type { Labelled } from './entity.ts';

export interface Feature extends Labelled {
  readonly name: string;
  readonly lookupKey: string;
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
