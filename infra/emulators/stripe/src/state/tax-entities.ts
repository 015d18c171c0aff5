import type { JsonObject } from '../json-object.ts';
import type { Metadata } from './catalogue-entities.ts';
import type { Address } from './customer-entities.ts';

export interface TaxRate {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly displayName: string;
  readonly description: string | null;
  readonly jurisdiction: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly taxType: string | null;
  /** Out of 100, with four digits behind the point at the most. */
  readonly percentage: number;
  /** Whether amounts contain the tax already. */
  readonly inclusive: boolean;
  /** Of a rate that automatic tax made; absent on those of the account. */
  readonly reason?: TaxabilityReason;
  readonly metadata: Metadata;
}

export type TaxabilityReason = 'reverse_charge' | 'standard_rated';

/** What one rate comes to on one line; negative on a credit. */
export interface TaxAmount {
  readonly rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** What it was calculated on. */
  readonly taxable: number;
  readonly reason?: TaxabilityReason;
}

/** Where the account collects taxes. */
export interface TaxRegistration {
  readonly id: string;
  readonly created: number;
  readonly country: string;
  /** Of the United States, else null. */
  readonly state: string | null;
  readonly type: string;
  readonly activeFrom: number;
  readonly expiresAt: number | null;
  /** As it was given. */
  readonly options: JsonObject;
}

export interface TaxSettings {
  readonly id: 'settings';
  readonly taxBehavior: 'exclusive' | 'inclusive' | 'inferred_by_currency';
  readonly taxCode: string | null;
  readonly headOffice: Address;
}

export type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified';

export interface GivenTaxId {
  readonly type: string;
  readonly value: string;
}

/** A customer's number at a tax authority. */
export interface TaxId extends GivenTaxId {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly country: string | null;
  readonly verification: TaxIdVerification;
}
