import type { DropdownOption } from '../state/custom-fields.ts';
import type { AddressPart } from './address-parts.ts';
import type { AnswerRule } from './browser-scripts/answer-rules.ts';

export type AskedName =
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

/** What was answered, without spaces around it; empty where nothing was. */
export type AnswerTo = (name: AskedName) => string;

export interface AskedOption extends DropdownOption {
  /** Where it is offered; absent where it always is. */
  readonly countries?: readonly string[];
}

/** A field of the checkout page that a session asks for beyond the card. */
export interface AskedField {
  readonly name: AskedName;
  readonly label: string;
  readonly rule: AnswerRule;
  /** What stands in it at first. */
  readonly value: string;
  readonly options: readonly AskedOption[];
  readonly autocomplete?: string;
  /** What a visitor of a test answers who is not told what. */
  readonly example?: string;
  /** What it is shown together with. */
  readonly group?: 'address' | 'business' | 'contact' | 'shipping' | 'shipping_method';
}

export const NEEDED = { kind: 'text', optional: false, minimum: null, maximum: 200 } as const;
export const LEFT_OPEN = { ...NEEDED, optional: true } as const;

/** What a ticked box sends. */
export const TICKED = 'on';
