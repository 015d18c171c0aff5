import type { Metadata } from '../../kinds/store/entity.ts';
import type { ThreeDSecure } from '../../payments/payment-entities.ts';
import type { InvoiceSplit } from '../../payments/splits/split.ts';
import type { CancellationFeedback, PauseCollection, Subscription } from '../billing-entities.ts';
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
  readonly cancel_at?: RequestedEnd | null | undefined;
  readonly cancel_at_period_end?: boolean | undefined;
  readonly cancellation_details?:
    | {
        readonly comment?: string | null | undefined;
        readonly feedback?: CancellationFeedback | null | undefined;
      }
    | undefined;
  /** Null if invoices are charged automatically rather than sent. */
  readonly days_until_due?: number | null | undefined;
  readonly default_payment_method?: string | null | undefined;
  readonly automaticTax?: boolean | undefined;
  readonly default_tax_rates?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly discounts?: readonly string[] | undefined;
  readonly items?: readonly ItemChange[] | undefined;
  /** For the invoice of this change, or else the next one. */
  readonly oneTimeItems?: readonly OneTimeItem[] | undefined;
  readonly pause_collection?: PauseCollection | null | undefined;
  readonly metadata?: Metadata;
  readonly paymentSettings?: PaymentSettingsChange | undefined;
  readonly trial_end?: number | 'now' | undefined;
  readonly withoutMethod?: Subscription['withoutMethod'] | undefined;
  /** `automatic` restarts the period if needed, as classic mode does without a value. */
  readonly billing_cycle_anchor?: 'automatic' | 'now' | 'phase_start' | 'unchanged' | undefined;
  /** How the change is billed; Stripe's defaults apply. */
  readonly billing?: ChangeBilling;
  readonly split?: InvoiceSplit;
  readonly billing_thresholds?: Subscription['billing_thresholds'] | undefined;
}

export interface PaymentSettingsChange {
  /** Null for all that the account takes. */
  readonly methodTypes?: readonly string[] | null | undefined;
  readonly savesMethod?: boolean | undefined;
  readonly threeDSecure?: ThreeDSecure | undefined;
}

export interface ChangeBilling {
  readonly proration_behavior?: ProrationBehavior | undefined;
  readonly prorationDate?: number | undefined;
  readonly paymentBehavior?: PaymentBehavior | 'preview' | undefined;
}
