import type { RequestedAnchor } from '../billing/subscriptions/billing-cycle-anchor.ts';
import type { FlexibleMode } from '../billing/subscriptions/billing-mode.ts';
import type { InvoiceRendering, NamedValue } from '../customers/customer.ts';
import type { JsonObject } from '../description/json-object.ts';
import type { Metadata } from '../kinds/store/entity.ts';
import type { CardOptions, ThreeDSecure } from '../payments/payment-entities.ts';
import type { InvoiceSplit } from '../payments/splits/split.ts';
import type { ConsentCollection, CustomField } from './custom-fields.ts';

/** What is not given follows the customer. */
export interface InvoiceCreation {
  readonly description?: string | null;
  readonly footer?: string | null;
  readonly metadata: Metadata;
  readonly custom_fields?: readonly NamedValue[] | null;
  readonly rendering?: InvoiceRendering;
}

type Asked = 'optional' | 'required' | null;

export interface NameCollection {
  readonly business: Asked;
  readonly individual: Asked;
}

export interface SessionOptions {
  /** Null for all the emulator supports. */
  readonly allowedTypes: readonly string[] | null;
  /** Every optional field is absent in sessions saved by earlier versions. */
  readonly automaticTax?: boolean;
  /** The billing mode of the subscription. */
  readonly flexible?: FlexibleMode | undefined;
  /** How the payments of the subscription are shared. */
  readonly split?: InvoiceSplit;
  /** For a one-time purchase; null or absent if none is created. */
  readonly invoice?: InvoiceCreation | null;
  readonly default_tax_rates?: readonly string[];
  readonly customer_update: {
    readonly address: boolean;
    readonly name: boolean;
    readonly shipping?: boolean;
  };
  /** When the first full period of the subscription starts, and whether the time before it costs anything. */
  readonly anchor?: RequestedAnchor;
  readonly alwaysCollectsMethod: boolean;
  /** In days, or its end in Unix seconds; null without a trial. */
  readonly trial: { readonly days: number } | { readonly end: number } | null;
  readonly threeDSecure?: ThreeDSecure;
  /** Of a one-time purchase; absent if it has none. */
  readonly cardOptions?: CardOptions;
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  readonly collectsPhone?: boolean;
  /** Beyond the postal code: `whole`, or only the `place` that determines taxes. */
  readonly collectsAddress?: 'place' | 'whole' | null | undefined;
  /** Allowed countries; null if no shipping address is collected. */
  readonly collectsShipping?: readonly string[] | null | undefined;
  readonly collectsNames?: NameCollection | undefined;
  readonly collectsTaxIds?: 'optional' | 'required' | null | undefined;
  readonly custom_fields?: readonly CustomField[];
  readonly consent_collection?: ConsentCollection | null;
  /** Shown back unchanged, without any effect. */
  readonly shown: JsonObject;
}

export function collectsShippingAddress({ collectsShipping = null }: SessionOptions): boolean {
  return collectsShipping !== null;
}
