import type Stripe from 'stripe';
import type { JsonObject } from '../description/json-object.ts';
import type { Entity, Labelled, Metadata } from '../kinds/store/entity.ts';
import { type Held, type Kept, plain } from '../kinds/store/kind-type.ts';
import type { Address } from './customer-entities.ts';

export interface TaxRate extends Held, Labelled, Omit<Kept<Stripe.TaxRate>, keyof Labelled> {
  /** Set on rates created by automatic tax; absent on the account's own. */
  readonly hidden?: { readonly reason: TaxabilityReason };
}

export const PLAIN_TAX_RATE = plain<TaxRate>()('tax_rate', {
  active: true,
  metadata: {},
  rate_type: 'percentage',
});

type TaxabilityReason = 'customer_exempt' | 'reverse_charge' | 'standard_rated';

/** One rate's tax on one line; negative on a credit. */
export interface TaxAmount {
  readonly rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** The taxable base. */
  readonly taxable: number;
  readonly reason?: TaxabilityReason;
}

export interface TaxRegistration extends Entity {
  readonly country: string;
  /** A US state; otherwise null. */
  readonly state: string | null;
  readonly type: string;
  readonly active_from: number;
  readonly expires_at: number | null;
  /** As given in the request. */
  readonly options: JsonObject;
}

export interface TaxSettings {
  readonly id: 'settings';
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'inferred_by_currency';
  readonly tax_code: string | null;
  readonly head_office: Address;
}

export type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified';

export interface GivenTaxId {
  readonly type: string;
  readonly value: string;
}

export interface TaxId extends Entity, GivenTaxId {
  /** Null for one of the account itself. */
  readonly customer: string | null;
  readonly country: string | null;
  readonly verification: TaxIdVerification;
}

export interface TaxedCustomer {
  readonly address: Address;
  readonly address_source: 'billing' | 'shipping' | null;
  readonly tax_ids: readonly GivenTaxId[];
  readonly override: 'customer_exempt' | 'none' | 'reverse_charge';
}

/** Why a calculation has no tax at all. */
export type UntaxedReason = 'customer_exempt' | 'not_collecting' | 'not_subject_to_tax' | 'not_supported';

interface Cost {
  /** In the currency's smallest unit; with the tax if `inclusive`. */
  readonly amount: number;
  readonly inclusive: boolean;
  readonly tax_code: string;
}

interface Item {
  readonly id: string;
  readonly product: string | null;
  readonly quantity: number;
  readonly reference: string;
  readonly metadata: Metadata | null;
}

interface Shipping {
  readonly shipping_rate: string | null;
}

export interface CalculatedCost extends Cost {
  readonly taxes: readonly TaxAmount[];
}
export type CalculatedItem = CalculatedCost & Item;

export interface TaxCalculation {
  readonly id: string;
  readonly currency: string;
  readonly customer: string | null;
  readonly details: TaxedCustomer;
  readonly untaxed: UntaxedReason | null;
  readonly lines: readonly CalculatedItem[];
  readonly shipping: (CalculatedCost & Shipping) | null;
  readonly tax_date: number;
  readonly expires_at: number;
}

/** Negative in a reversal, and positive again in the reversal of one. */
export interface RecordedCost extends Cost {
  readonly tax: number;
}

export interface RecordedItem extends RecordedCost, Item {
  /** The line that it reverses. */
  readonly original: string | null;
}

export interface TaxTransaction extends Entity {
  readonly currency: string;
  readonly customer: string | null;
  readonly details: TaxedCustomer;
  readonly lines: readonly RecordedItem[];
  readonly shipping: (RecordedCost & Shipping) | null;
  readonly reference: string;
  /** The transaction that it reverses, and whether it does so fully. */
  readonly reverses: { readonly id: string; readonly fully: boolean } | null;
  readonly tax_date: number;
  readonly posted_at: number;
  readonly metadata: Metadata | null;
}
