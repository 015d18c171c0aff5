import type { CancellationDetails, Subscription } from '../billing-entities.ts';
import type { OneTimeItem } from '../subscriptions/subscription-schedule.ts';
import type { ItemChange } from './change-items.ts';
import type { RequestedEnd } from './item-periods.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

/** Fields of which a request names some. */
export type Named<T> = { readonly [K in keyof T]?: T[K] | undefined };

type Special = 'billing_cycle_anchor' | 'cancel_at' | 'cancellation_details' | 'items' | 'trial_end';

/** A requested change; undefined leaves a field unchanged, null clears it. */
export interface SubscriptionChange extends Named<Omit<Subscription, Special>> {
  readonly cancel_at?: RequestedEnd | null | undefined;
  readonly cancellation_details?: Named<Pick<CancellationDetails, 'comment' | 'feedback'>> | undefined;
  readonly items?: readonly ItemChange[] | undefined;
  /** For the invoice of this change, or else the next one. */
  readonly oneTimeItems?: readonly OneTimeItem[] | undefined;
  readonly trial_end?: number | 'now' | undefined;
  /** `automatic` restarts the period if needed, as classic mode does without a value. */
  readonly billing_cycle_anchor?: 'automatic' | 'now' | 'phase_start' | 'unchanged' | undefined;
  /** How the change is billed; Stripe's defaults apply. */
  readonly billing?: ChangeBilling;
}

export interface ChangeBilling {
  readonly proration_behavior?: ProrationBehavior | undefined;
  readonly prorationDate?: number | undefined;
  readonly paymentBehavior?: PaymentBehavior | 'preview' | undefined;
}
