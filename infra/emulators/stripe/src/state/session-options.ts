import type { JsonObject } from '../json-object.ts';
import type { Metadata } from './catalogue-entities.ts';
import type { ConsentCollection, CustomField } from './custom-fields.ts';

export interface InvoiceCreation {
  readonly description: string | null;
  readonly footer: string | null;
  readonly metadata: Metadata;
}

type Asked = 'optional' | 'required' | null;

/** Which names are collected separately from the card and address. */
export interface NameCollection {
  readonly business: Asked;
  readonly individual: Asked;
}

export interface SessionOptions {
  /** Accepted payment method types; null for all the emulator supports. */
  readonly allowedTypes: readonly string[] | null;
  /** Absent in sessions saved by earlier versions. */
  readonly automaticTax?: boolean;
  /** Content of a one-time purchase's invoice; null or absent if none is created. */
  readonly invoice?: InvoiceCreation | null;
  readonly defaultTaxRates?: readonly string[];
  readonly customerUpdate: {
    readonly address: boolean;
    readonly name: boolean;
    /** Absent in sessions saved by earlier versions. */
    readonly shipping?: boolean;
  };
  /** Whether a card is collected even if nothing is due. */
  readonly alwaysCollectsMethod: boolean;
  /** Trial length in days or its end in Unix seconds; null without a trial. */
  readonly trial: { readonly days: number } | { readonly end: number } | null;
  /** What happens to the subscription if its trial ends without a payment method. */
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  /** This and the following are absent in sessions saved by earlier versions. */
  readonly collectsPhone?: boolean;
  /** Billing address beyond the postal code: `whole`, or only the `place` that determines taxes. */
  readonly collectsAddress?: 'place' | 'whole' | null | undefined;
  /** Allowed shipping countries; null if no shipping address is collected. */
  readonly collectsShipping?: readonly string[] | null | undefined;
  readonly collectsNames?: NameCollection | undefined;
  readonly collectsTaxIds?: 'optional' | 'required' | null | undefined;
  readonly customFields?: readonly CustomField[];
  readonly consentCollection?: ConsentCollection | null;
  /** Shown back unchanged, without any effect. */
  readonly shown: JsonObject;
}

export const PLAIN_OPTIONS: SessionOptions = {
  allowedTypes: null,
  customerUpdate: { address: false, name: false },
  alwaysCollectsMethod: true,
  trial: null,
  withoutMethod: 'create_invoice',
  shown: {},
};

/** Whether a shipping address is collected, which then determines the taxes. */
export function collectsShippingAddress({ collectsShipping = null }: SessionOptions): boolean {
  return collectsShipping !== null;
}

const SECONDS_A_DAY = 86_400;

/** When a trial starting at `start` ends, in Unix seconds; null without a trial. */
export function trialEndOf({ trial }: SessionOptions, start: number): number | null {
  if (trial === null) return null;
  return 'end' in trial ? trial.end : start + trial.days * SECONDS_A_DAY;
}
