import type { PlanName } from '@outharbor/contract/plans';
import type { CurrentPlan, Receipt } from '@outharbor/contract/schemas';

/**
 * The payment provider in the API's terms. Every call may throw an AppError. Objects that this deployment did
 * not create, or that belong to other products, are neither returned nor found.
 */
export interface PaymentGateway {
  /** The account and mode of the API's key; requested once per process. */
  account(): Promise<string>;
  /** A person's customers by e-mail address, including just created ones. */
  findCustomers(person: Person): Promise<string[]>;
  /**
   * A person's customers by uid, whatever their address. Customers created in the last minute may be missing.
   */
  searchCustomers(uid: string): Promise<string[]>;
  createCustomer(customer: NewCustomer): Promise<MadeCustomer | CustomerNotMade>;
  /** Sets the customer's e-mail address; no effect on a deleted customer. Idempotent. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** `customer_missing`: the customer was deleted, which also ended its subscriptions. */
  createCheckoutSession(session: NewCheckoutSession): Promise<OpenCheckoutSession | 'customer_missing'>;
  /** Returns the session and the customer's current subscriptions in one call. */
  retrieveCheckoutSession(id: string): Promise<PaidCheckout | undefined>;
  listCheckoutSessions(customerId: string): Promise<CheckoutSession[]>;
  /** `not_open`: it was completed or expired in the meantime. */
  expireCheckoutSession(id: string): Promise<'expired' | 'not_open'>;
  /** The id of the price at which a plan is currently sold. */
  priceOf(plan: PlanName): Promise<string>;
  /** All of a customer's subscriptions, including ended ones. */
  listSubscriptions(customerId: string): Promise<Subscription[]>;
  retrieveSubscription(id: string): Promise<Subscription | undefined>;
  /** All current subscriptions of this deployment. */
  listAllSubscriptions(): Promise<Subscription[]>;
  /** Events since `since` (Unix seconds, at most 30 days ago), oldest first. */
  listEvents(types: readonly string[], since: number): Promise<WebhookEvent[]>;
  /**
   * Records at the provider which subscription was kept instead of this one, and whether a refund is owed.
   */
  markDuplicate(subscriptionId: string, kept: string, owes: boolean): Promise<void>;
  /** Refunds the payment of the latest invoice. Idempotent. */
  refundLatestPayment(subscriptionId: string): Promise<RefundOutcome>;
  /** Records at the provider that a duplicate subscription, possibly ended, no longer needs a refund. */
  markRefunded(subscriptionId: string): Promise<void>;
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Ends a subscription at the end of the paid period. */
  endAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** The disputed payment and its current stage; undefined if this deployment did not sell it. */
  findDisputed(reference: DisputeReference): Promise<DisputedPayment | undefined>;
  /**
   * Records a dispute's stage on the subscription and, if `stopsRenewal`, ends it at the end of the paid
   * period.
   */
  noteDispute(subscriptionId: string, note: DisputeNote): Promise<void>;
  /** Undoes a scheduled cancellation. */
  keepSubscription(subscriptionId: string): Promise<'kept' | 'ended'>;
  /** The details shown to the person whose plan comes from this subscription. */
  describePlan(subscriptionId: string): Promise<CurrentPlan | undefined>;
  /** Receipts for this deployment's subscriptions, newest first. */
  listReceipts(customerId: string): Promise<Receipt[]>;
  /**
   * Returns the URL of a page that shows the price of another plan and changes to it; `refused` if that is
   * impossible.
   */
  createPlanChange(change: PlanChange): Promise<string | 'refused'>;
  /** Everything the provider stores about a customer; undefined if it was deleted. */
  exportCustomer(customerId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Ends a customer's subscriptions immediately and deletes whatever need not be retained. Idempotent. */
  deleteCustomer(customerId: string): Promise<void>;
  createPortalSession(customerId: string, returnUrl: string): Promise<string | 'customer_missing'>;
  /** Verifies the signature over the exact bytes. */
  readWebhook(body: Buffer, signature: string): WebhookEvent;
  ping(): Promise<void>;
}

export interface Person {
  readonly uid: string;
  readonly email: string | undefined;
}

export interface NewCustomer extends Person {
  readonly name: string | undefined;
  /** Idempotency key. The provider replays its first response for a day. */
  readonly key: string;
}

export interface MadeCustomer {
  readonly id: string;
  /**
   * False if an earlier call with the same key created the customer, which may then already have bought
   * something.
   */
  readonly isNew: boolean;
}

/**
 * `in_progress`: another call with the key is running, or used different parameters. `failed_before`: a
 * replayed failure of an earlier call, which says nothing about the current state.
 */
export type CustomerNotMade = 'in_progress' | 'failed_before';

export interface NewCheckoutSession {
  readonly uid: string;
  readonly customerId: string;
  readonly plan: PlanName;
  readonly price: string;
  /** Stored in the session and in the subscription bought there. */
  readonly attempt: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface PlanChange {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly price: string;
  readonly returnUrl: string;
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
  /** Unix seconds. */
  readonly expiresAt: number;
  /** URL of the hosted page while the session is open. */
  readonly url: string | undefined;
  readonly price: string | undefined;
  readonly attempt: string | undefined;
  readonly subscriptionId: string | undefined;
}

export interface PaidCheckout {
  readonly session: CheckoutSession;
  readonly subscriptions: readonly Subscription[];
}

export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  /** Also covers paused collection, which the provider reports separately from the status. */
  | 'paused'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled';

export interface Subscription {
  readonly id: string;
  readonly uid: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly plan: PlanName;
  /** Unix seconds. */
  readonly created: number;
  /** The checkout attempt in which it was bought. */
  readonly attempt: string | undefined;
  /** When it ends, if it is not renewed; Unix seconds. */
  readonly endsAt: number | undefined;
  /** The subscription kept instead, if this one is a duplicate. */
  readonly duplicateOf: string | undefined;
  /** No refund is owed for it as a duplicate. */
  readonly refunded: boolean;
}

/** `charged_back`: the bank has already returned the money. `nothing_paid`: the invoice was never charged. */
export type RefundOutcome = 'refunded' | 'charged_back' | 'nothing_paid' | 'refused';

/**
 * `warning`: the bank suspects fraud. `inquiry`: the bank asks and withholds nothing. `open`: it withholds
 * the money. `lost`: the cardholder keeps it. `closed`: the merchant keeps it.
 */
export type DisputeStage = 'warning' | 'inquiry' | 'open' | 'lost' | 'closed';

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
  /** The last stage recorded at the provider. */
  readonly noted: string | undefined;
  readonly subscription: Subscription;
  /** Whether it paid for the current period. */
  readonly ofLatestInvoice: boolean;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Unix seconds. */
  readonly created: number;
  readonly livemode: boolean;
  /** The user it concerns; undefined if this deployment did not create the object. */
  readonly uid: string | undefined;
  readonly customerId: string | undefined;
  readonly dispute: DisputeReference | undefined;
  readonly subscriptionId: string | undefined;
  /** The subscription at the time of the event, if included and one of our products. */
  readonly subscription: Subscription | undefined;
}
