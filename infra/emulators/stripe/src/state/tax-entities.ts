import type { Metadata } from './catalogue-entities.ts';

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
  readonly metadata: Metadata;
}

/** What one rate comes to on one line; negative on a credit. */
export interface TaxAmount {
  readonly rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** What it was calculated on. */
  readonly taxable: number;
}

export type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified';

/** A customer's number at a tax authority. */
export interface TaxId {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly type: string;
  readonly value: string;
  readonly country: string | null;
  readonly verification: TaxIdVerification;
}
