import type Stripe from 'stripe';
import type { RequestedAnchor } from '../billing/subscriptions/billing-cycle-anchor.ts';
import type { FlexibleMode } from '../billing/subscriptions/billing-mode.ts';
import type { InvoiceRendering, NamedValue } from '../customers/customer.ts';
import type { Kept, Metadata } from '../kinds/store/kind-type.ts';
import type { MethodOptions } from '../payments/method-options.ts';
import type { InvoiceSplit } from '../payments/splits/payment-splits.ts';

/** What is not given follows the customer. */
export interface InvoiceCreation {
  readonly description?: string | null;
  readonly footer?: string | null;
  readonly metadata: Metadata;
  readonly custom_fields?: readonly NamedValue[] | null;
  readonly rendering?: InvoiceRendering;
}

/** Fields of a session that are as they were given, or have their defaults. */
export type GivenFields = Partial<Kept<Stripe.Checkout.Session>>;

export interface SessionOptions {
  readonly automaticTax: boolean;
  /** The billing mode of the subscription. */
  readonly flexible?: FlexibleMode | undefined;
  /** How the payments of the subscription are shared. */
  readonly split?: InvoiceSplit;
  /** For a one-time purchase; null if none is created. */
  readonly invoice: InvoiceCreation | null;
  readonly default_tax_rates: readonly string[];
  readonly customer_update: Readonly<Partial<Record<'address' | 'name' | 'shipping', 'auto' | 'never'>>>;
  /** When the first full period of the subscription starts, and whether the time before it costs anything. */
  readonly anchor?: RequestedAnchor;
  readonly alwaysCollectsMethod: boolean;
  /** In days, or its end in Unix seconds; null without a trial. */
  readonly trial: { readonly days: number } | { readonly end: number } | null;
  readonly methodOptions: MethodOptions;
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  readonly shown: GivenFields;
}

export function collectsShippingAddress({ shown }: SessionOptions): boolean {
  return shown.shipping_address_collection != null;
}

/** What is asked beyond the postal code: the whole billing address, or only the place that determines taxes. */
export function addressAsked({ automaticTax, shown }: SessionOptions): 'place' | 'whole' | null {
  if (shown.billing_address_collection === 'required') return 'whole';
  const taxFollowsIt = automaticTax && shown.shipping_address_collection === undefined;
  return taxFollowsIt || shown.tax_id_collection?.enabled ? 'place' : null;
}

export function requiresTaxId({ shown: { tax_id_collection: asked } }: SessionOptions): boolean {
  return asked?.enabled === true && asked.required === 'if_supported';
}
