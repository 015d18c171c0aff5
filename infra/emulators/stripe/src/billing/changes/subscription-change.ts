import type { Metadata } from '../../catalogue/catalogue-entities.ts';
import type { InvoiceSplit } from '../../extensions/connect/transfer-entities.ts';
import type { ThreeDSecure } from '../../payments/payment-entities.ts';
import type {
  BillingThresholds,
  CancellationFeedback,
  PauseCollection,
  Subscription,
} from '../billing-entities.ts';
import type { OneTimeItem } from '../subscriptions/schedule-entities.ts';
import type { ItemChange } from './change-items.ts';
import type { RequestedEnd } from './item-periods.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

/** A requested change; undefined leaves a field unchanged, null clears it. */
export interface SubscriptionChange {
  readonly cancelAt?: RequestedEnd | null | undefined;
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly cancellationDetails?:
    | {
        readonly comment?: string | null | undefined;
        readonly feedback?: CancellationFeedback | null | undefined;
      }
    | undefined;
  /** Null if invoices are charged automatically rather than sent. */
  readonly daysUntilDue?: number | null | undefined;
  readonly defaultPaymentMethod?: string | null | undefined;
  readonly automaticTax?: boolean | undefined;
  readonly defaultTaxRates?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly discounts?: readonly string[] | undefined;
  readonly items?: readonly ItemChange[] | undefined;
  /** For the invoice of this change, or else the next one. */
  readonly oneTimeItems?: readonly OneTimeItem[] | undefined;
  readonly pauseCollection?: PauseCollection | null | undefined;
  readonly metadata?: Metadata;
  readonly paymentSettings?: PaymentSettingsChange | undefined;
  readonly trialEnd?: number | 'now' | undefined;
  readonly withoutMethod?: Subscription['withoutMethod'] | undefined;
  /** `automatic` restarts the period if needed, as classic mode does without a value. */
  readonly billingCycleAnchor?: 'automatic' | 'now' | 'phase_start' | 'unchanged' | undefined;
  /** How the change is billed; Stripe's defaults apply. */
  readonly billing?: ChangeBilling;
  readonly split?: InvoiceSplit;
  readonly thresholds?: BillingThresholds | null | undefined;
}

export interface PaymentSettingsChange {
  /** Null for all that the account takes. */
  readonly methodTypes?: readonly string[] | null | undefined;
  readonly savesMethod?: boolean | undefined;
  readonly threeDSecure?: ThreeDSecure | undefined;
}

export interface ChangeBilling {
  readonly prorationBehavior?: ProrationBehavior | undefined;
  readonly prorationDate?: number | undefined;
  readonly paymentBehavior?: PaymentBehavior | 'preview' | undefined;
}
