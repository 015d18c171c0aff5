import type { GrantedPlan } from '@outharbor/contract/granted-plan';

export interface Person {
  readonly uid: string;
  readonly email: string | undefined;
}

/** In the currency's smallest unit. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export interface Credit extends Money {
  /** The part from changes to cheaper plans; the operator gave the rest. */
  readonly returnable: number;
}

export interface Unsettled {
  /** The part of the credit that no payment was left to return on. */
  readonly credit: Money | undefined;
  /** Subscriptions of other products and people, which go on charging this customer. */
  readonly otherSubscriptions: readonly string[];
}

export interface OpenCheckoutSession {
  readonly id: string;
  readonly url: string;
}

export interface CheckoutSession {
  readonly id: string;
  readonly uid: string;
  readonly customerId: string | undefined;
  readonly status: 'open' | 'complete' | 'expired';
  /** Paid, or nothing to pay. */
  readonly paid: boolean;
  /** Until it expires. */
  readonly secondsLeft: number;
  readonly url: string | undefined;
  readonly price: string | undefined;
  readonly attempt: string | undefined;
  readonly subscriptionId: string | undefined;
}

/** `paused` also covers paused collection, which the provider reports separately from the status. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export interface Subscription {
  readonly id: string;
  /** Perhaps no uid, which the operator is told. */
  readonly uid: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly plan: GrantedPlan;
  /** False for what the agency arranged by hand, which is never ended as a duplicate. */
  readonly soldHere: boolean;
  /** It was sold on the site and has lost its deployment's mark, so that only its customer says whose it is. */
  readonly isUnclaimed: boolean;
  /** Written by the latest pause of ours, which the operator may have ended since. */
  readonly pauseMark: string | undefined;
  /** Nothing is collected because the account was disabled, and not because the operator paused it. */
  readonly pausedHere: boolean;
  readonly created: number;
  readonly attempt: string | undefined;
  /** Unix seconds, like `created`; undefined if it will be renewed. */
  readonly endsAt: number | undefined;
  readonly duplicateOf: string | undefined;
  /** Also true if nothing was owed for it as a duplicate. */
  readonly refunded: boolean;
}

/** A subscription of one of our products that names no deployment, as little as its customer. */
export interface UnownedSubscription {
  readonly id: string;
  readonly customerId: string;
  /** In lower case. */
  readonly email: string | undefined;
  readonly uid: string | undefined;
}

/**
 * `pending`: it may still fail. `failed`: it was accepted and failed later. `charged_back`: the bank has already
 * returned the money. `nothing_paid`: nothing was ever charged.
 */
export type RefundOutcome = 'refunded' | 'pending' | 'failed' | 'charged_back' | 'nothing_paid' | 'rejected';

// `warning`: the bank suspects fraud. `inquiry`: it asks and withholds nothing. `open`: it withholds the
// money. `lost`: the cardholder keeps it. `closed`: the merchant keeps it.
export type DisputeStage = 'warning' | 'inquiry' | 'open' | 'lost' | 'closed';

export interface RefundReference {
  readonly id: string;
  readonly failed: boolean;
  /** This deployment asked for it. */
  readonly isOurs: boolean;
  /** Undefined if it returns a credit. */
  readonly subscriptionId: string | undefined;
  readonly customerId: string | undefined;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  /** The provider's reason for the failure. */
  readonly reason: string | undefined;
}

export interface DisputeReference {
  readonly id: string;
  readonly isWarning: boolean;
  readonly payment: string | undefined;
}

export interface DisputeNote {
  readonly id: string;
  readonly stage: DisputeStage;
  readonly stopsRenewal: boolean;
}

export interface DisputedPayment {
  readonly id: string;
  readonly stage: DisputeStage;
  readonly noted: string | undefined;
  readonly subscription: Subscription;
  readonly ofCurrentPeriod: boolean;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Unix seconds. */
  readonly created: number;
  readonly livemode: boolean;
  readonly uid?: string | undefined;
  /** Whom the operator has just taken the subscription from. */
  readonly formerUid?: string | undefined;
  readonly customerId?: string | undefined;
  readonly dispute?: DisputeReference;
  readonly refund?: RefundReference;
  readonly subscriptionId?: string | undefined;
  /** At the time of the event; undefined if not included or not ours. */
  readonly subscription?: Subscription | undefined;
  /** A subscription of one of our products, of which only the customer can say whose it is. */
  readonly isPayers?: boolean;
  /** Of a pause of ours, if somebody else has paused or resumed the subscription since. */
  readonly stalePauseMark?: string | undefined;
  /** Why a listed event could not be read; nothing else is known of it then. */
  readonly malformed?: Error;
}
