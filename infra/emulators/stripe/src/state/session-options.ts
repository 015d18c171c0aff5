import type { JsonObject } from '../json-object.ts';
import type { Metadata } from './catalogue-entities.ts';
import type { ConsentCollection, CustomField } from './custom-fields.ts';

export interface InvoiceCreation {
  readonly description: string | null;
  readonly footer: string | null;
  readonly metadata: Metadata;
}

type Asked = 'optional' | 'required' | null;

/** Which names are asked for apart from those of the card and of an address. */
export interface NameCollection {
  readonly business: Asked;
  readonly individual: Asked;
}

/** What a session was asked for beyond what it sells. */
export interface SessionOptions {
  /** Types of payment methods it takes; null for all that the emulator has. */
  readonly allowedTypes: readonly string[] | null;
  /** Whether taxes are calculated; absent in sessions that an earlier version kept. */
  readonly automaticTax?: boolean;
  /** What the invoice of a one-time purchase says; null, or absent, where none is made. */
  readonly invoice?: InvoiceCreation | null;
  /** Tax rates of the subscription that the session begins. */
  readonly defaultTaxRates?: readonly string[];
  readonly customerUpdate: {
    readonly address: boolean;
    readonly name: boolean;
    /** Absent in sessions that an earlier version kept. */
    readonly shipping?: boolean;
  };
  /** Whether a card is asked for though nothing is to be paid. */
  readonly alwaysCollectsMethod: boolean;
  /** Length of the trial in days, or the moment when it ends; null without one. */
  readonly trial: { readonly days: number } | { readonly end: number } | null;
  /** What becomes of the subscription where there is no payment method when its trial ends. */
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  /** What the page asks for beyond the card; absent in sessions that an earlier version kept. */
  readonly collectsPhone?: boolean;
  /** How much of the billing address, besides the postal code: all of it, or the place that taxes follow from. */
  readonly collectsAddress?: 'place' | 'whole' | null | undefined;
  /** Countries that the purchase may be sent to; null where no address for it is asked for. */
  readonly collectsShipping?: readonly string[] | null | undefined;
  readonly collectsNames?: NameCollection | undefined;
  readonly collectsTaxIds?: 'optional' | 'required' | null | undefined;
  readonly customFields?: readonly CustomField[];
  readonly consentCollection?: ConsentCollection | null;
  /** Fields that are shown as they were given and change nothing. */
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

/** Whether it is asked where the purchase is to be sent, which then decides the taxes. */
export function asksWhereToSend({ collectsShipping = null }: SessionOptions): boolean {
  return collectsShipping !== null;
}

const SECONDS_A_DAY = 86_400;

/** When the trial of a subscription ends that begins at `start`; null without a trial. */
export function trialEndOf({ trial }: SessionOptions, start: number): number | null {
  if (trial === null) return null;
  return 'end' in trial ? trial.end : start + trial.days * SECONDS_A_DAY;
}
