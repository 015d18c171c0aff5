import type { AddressPart } from './address-parts.ts';
import type { AnswerRule } from './browser-scripts/answer-rules.ts';
import type { CardField } from './browser-scripts/card-format.ts';
import type { DropdownOption } from './countries.ts';

export type AskedName =
  | 'amount'
  | 'business'
  | 'business_name'
  | 'collected_business_name'
  | 'individual_name'
  | 'phone'
  | 'promotions'
  | 'shipping_name'
  | 'shipping_rate'
  | 'tax_id'
  | 'tax_id_type'
  | 'terms_of_service'
  | AddressPart
  | `shipping_${AddressPart}`
  | `custom_${string}`;

/** Returns the trimmed answer, or an empty string. */
export type AnswerTo = (name: AskedName) => string;

export interface AskedOption extends DropdownOption {
  /** Countries it is offered in; absent for all. */
  readonly countries?: readonly string[];
}

/** A checkout form field other than the card's. */
export interface AskedField {
  readonly name: AskedName;
  readonly label: string;
  readonly rule: AnswerRule;
  readonly value: string;
  readonly options?: readonly AskedOption[];
  readonly autocomplete?: string;
  /** The default for test visitors that specify no answer. */
  readonly example?: string;
  readonly group?: 'address' | 'business' | 'contact' | 'shipping' | 'shipping_method';
}

export const REQUIRED = { kind: 'text', optional: false, minimum: null, maximum: 200 } as const;
export const OPTIONAL = { ...REQUIRED, optional: true } as const;

export const TICKED = 'on';

export type FormErrors = Readonly<Partial<Record<AskedName | CardField | 'method', string>>>;
