import type { PlanName } from '@outharbor/contract/plans';

/** What the API asks of the payment provider, in its own words; every call may fail with an AppError. */
export interface PaymentGateway {
  createCustomer(customer: NewCustomer): Promise<string>;
  /** The uid that the customer was created for, undefined when it is not one of ours. */
  customerUid(customerId: string): Promise<string | undefined>;
  /** `customer_missing`: somebody deleted the customer, whose subscriptions ended with that. */
  createCheckoutSession(session: NewCheckoutSession): Promise<OpenCheckoutSession | 'customer_missing'>;
  retrieveCheckoutSession(id: string): Promise<CheckoutSession | undefined>;
  listOpenCheckoutSessions(customerId: string): Promise<CheckoutSession[]>;
  /** One page of the sessions created since then, newest first; the first one where `after` is not known any more. */
  listCheckoutSessions(query: CheckoutSessionQuery): Promise<CheckoutSessionPage>;
  /** `not_open`: it was completed or expired by somebody else in between. */
  expireCheckoutSession(id: string): Promise<'expired' | 'not_open'>;
  /** Every subscription of the customer, the ended ones too. */
  listSubscriptions(customerId: string): Promise<Subscription[]>;
  markDuplicate(subscriptionId: string, keptSubscriptionId: string): Promise<void>;
  /** Gives back what the latest invoice took; `nothing_paid` when it took nothing. Safe to repeat. */
  refundLatestPayment(subscriptionId: string): Promise<'refunded' | 'nothing_paid'>;
  /** Notes that nothing is owed any more for a second subscription, which may have ended. */
  markRefunded(subscriptionId: string): Promise<void>;
  cancelSubscription(subscriptionId: string): Promise<void>;
  createPortalSession(customerId: string, returnUrl: string): Promise<string>;
  /** Verifies the signature over the exact bytes. */
  readWebhook(body: Buffer, signature: string): WebhookEvent;
  ping(): Promise<void>;
}

export interface NewCustomer {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** The deleted customer whose place this one takes. */
  readonly replaces?: string;
}

export interface NewCheckoutSession {
  readonly uid: string;
  readonly customerId: string;
  readonly plan: PlanName;
  /** Makes the creation idempotent: one attempt is one session. */
  readonly attempt: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface OpenCheckoutSession {
  readonly id: string;
  readonly url: string;
}

export interface CheckoutSession {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly uid: string | undefined;
  readonly customerId: string | undefined;
  /** The plan whose price was sold, undefined when it is not in the catalogue. */
  readonly plan: PlanName | undefined;
  readonly subscriptionId: string | undefined;
}

export interface CheckoutSessionQuery {
  /** Unix seconds. */
  readonly createdSince: number;
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface CheckoutSessionPage {
  readonly sessions: readonly CheckoutSession[];
  readonly hasMore: boolean;
}

export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled';

export interface Subscription {
  readonly id: string;
  readonly status: SubscriptionStatus;
  /** The plan of its price, undefined when that is not in the catalogue. */
  readonly plan: PlanName | undefined;
  /** Unix seconds. */
  readonly created: number;
  /** The subscription that was kept when this one was found to be a second one. */
  readonly duplicateOf: string | undefined;
  /** Nothing is owed any more for it as a second one. */
  readonly refunded: boolean;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly customerId: string | undefined;
  readonly uid: string | undefined;
}
