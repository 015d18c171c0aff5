import type Stripe from 'stripe';
import type { ChosenShipping } from '../catalogue/shipping-rate.ts';
import type { Address, Shipping } from '../kinds/params/address.ts';
import type { Kept, Labelled, Metadata } from '../kinds/store/kind-type.ts';
import type { PaymentIntent } from '../payments/payment-entities.ts';
import type { PaymentSplit } from '../payments/splits/payment-splits.ts';
import type { CollectedDetails } from './custom-fields.ts';
import type { SessionOptions } from './session-options.ts';

export interface LineItem {
  readonly id: string;
  readonly price: string;
  readonly quantity: number;
  readonly tax_rates: readonly string[];
  readonly automaticRates?: readonly string[];
  /** What the visitor chooses to pay for a price that leaves it to them: at first its `preset`, or else 0. */
  readonly chosenAmount?: number;
  /** Whether the visitor added it from the `optional_items`. */
  readonly isOptional?: true;
  readonly adjustable_quantity?: Readonly<{ enabled: boolean; maximum: number; minimum: number }>;
}

export interface SessionDiscount {
  readonly coupon: string;
  readonly promotion_code: string | null;
}

export interface IntentData extends PaymentSplit {
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly setup_future_usage: 'off_session' | 'on_session' | null;
  readonly receipt_email: string | null;
  readonly shipping: Shipping | null;
  /** Absent for `automatic`. */
  readonly capture_method?: NonNullable<PaymentIntent['capture_method']>;
  /** Absent if not given. */
  readonly statement_descriptor_suffix?: string;
}

export type SessionMode = 'payment' | 'setup' | 'subscription';

/** What the session does not collect is absent. */
export interface PaidDetails
  extends Partial<Pick<CollectedDetails, 'address' | 'business' | 'names' | 'phone' | 'shipping'>> {
  readonly email: string | null;
  readonly name: string | null;
  readonly postal_code: string | null;
}

export interface Embedding {
  readonly client_secret: string;
  /** Whether the app shows elements of its own instead of the page. */
  readonly isElements?: true;
  /** Null if the visitor always stays on the page. */
  readonly return_url: string | null;
  readonly redirect: 'always' | 'if_required' | 'never';
}

/** Whether an expired session can be opened again, as a copy. */
export interface Recovery {
  readonly enabled: boolean;
  readonly allow_promotion_codes: boolean;
  /** Null until the session has expired. */
  readonly expires_at: number | null;
}

/** What a session is created with. */
export interface SessionTerms
  extends Pick<Kept<Stripe.Checkout.Session>, 'mode' | 'cancel_url' | 'customer' | 'customer_email'>,
    Pick<Kept<Stripe.Checkout.Session>, 'client_reference_id'> {
  /** Null in setup mode without a currency. */
  readonly currency: string | null;
  readonly discount: SessionDiscount | null;
  readonly intentData: IntentData;
  /** Null for an embedded session. */
  readonly success_url: string | null;
  readonly createsCustomer: boolean;
  readonly locale: string | null;
  readonly subscriptionMetadata: Metadata;
  readonly subscriptionDescription: string | null;
  readonly options: SessionOptions;
}

export interface CheckoutSession
  extends Labelled,
    SessionTerms,
    Pick<Kept<Stripe.Checkout.Session>, 'expires_at' | 'setup_intent' | 'payment_intent' | 'subscription'>,
    Pick<Kept<Stripe.Checkout.Session>, 'invoice' | 'payment_status'> {
  readonly status: 'open' | 'complete' | 'expired';
  readonly line_items: readonly LineItem[];
  readonly amount_discount: number;
  readonly amount_total: number;
  readonly amount_tax: number;
  /** A part of it. */
  readonly exclusiveTax: number;
  /** When the first period of an anchored subscription starts, for which the amounts are; absent in other sessions. */
  readonly pricedAt?: number;
  /** Ids of the rates on offer; none, as `shipping` is absent, if shipping is free. */
  readonly shipping_options: readonly string[];
  readonly shipping?: ChosenShipping;
  readonly embedding?: Embedding | undefined;
  /** The link that opened it, if any. */
  readonly payment_link?: string;
  readonly test_clock: string | null;
  readonly awaitingAuthentication: boolean;
  readonly customer_details: PaidDetails | null;
  readonly taxPlace?: Pick<Address, 'country' | 'state'> & { readonly taxIdType: string | null };
  readonly collected?: CollectedDetails;
  /** Absent if not asked for, as is the following for a session that is no copy. */
  readonly recovery?: Recovery | undefined;
  readonly recovered_from?: string;
  /** The email address of a visitor who left, having agreed to promotions. */
  readonly abandonedBy?: string;
  /** Null unless a delayed payment is pending. */
  readonly paymentSettlesAt: number | null;
}

/** The item whose amount the visitor chooses, if there is one. */
export const chosenItem = ({ line_items }: Pick<CheckoutSession, 'line_items'>): LineItem | undefined =>
  line_items.find(({ chosenAmount }) => chosenAmount !== undefined);

/** Whether the money of a card is held until it is captured. */
export function isHeld({ intentData, options }: CheckoutSession): boolean {
  return intentData.capture_method === 'manual' || options.methodOptions.card?.capture_method === 'manual';
}
