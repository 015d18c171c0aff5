import type { GrantedPlan } from '@outharbor/contract/granted-plan';
import type { PlanName } from '@outharbor/contract/plans';
import type { CurrentPlan, PlanChangeCost, Receipt } from '@outharbor/contract/schemas';

/** Every call may throw an AppError. Objects of other deployments or products are never returned. */
export interface PaymentGateway {
  account(): Promise<string>;
  /** By e-mail address; includes customers just created. */
  findCustomers(person: Person): Promise<string[]>;
  /** By uid; may lack customers created in the last minute. */
  searchCustomers(uid: string): Promise<string[]>;
  createCustomer(customer: NewCustomer): Promise<MadeCustomer | CustomerNotMade>;
  /** The uid of the customer's owner; undefined if the customer is not ours or was deleted. */
  ownerOf(customerId: string): Promise<string | undefined>;
  /** No effect on a deleted customer. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** `customer_missing`: the customer was deleted, which also ended its subscriptions. */
  createCheckoutSession(session: NewCheckoutSession): Promise<OpenCheckoutSession | 'customer_missing'>;
  /** Of open sessions, whoever opened them. */
  checkoutHosts(): Promise<string[]>;
  retrieveCheckoutSession(id: string): Promise<PaidCheckout | undefined>;
  listCheckoutSessions(customerId: string): Promise<CheckoutSession[]>;
  /** `not_open`: it was completed or expired in the meantime. */
  expireCheckoutSession(id: string): Promise<'expired' | 'not_open'>;
  priceOf(plan: PlanName): Promise<string>;
  /** Includes ended ones. */
  listSubscriptions(customerId: string): Promise<Subscription[]>;
  retrieveSubscription(id: string): Promise<Subscription | undefined>;
  /** Without ended ones. */
  listAllSubscriptions(): Promise<Subscription[]>;
  /** Oldest first. `since`: Unix seconds, at most 30 days ago. */
  listEvents(types: readonly string[], since: number): Promise<WebhookEvent[]>;
  markDuplicate(subscriptionId: string, kept: string, owesRefund: boolean): Promise<void>;
  /** Every payment that the subscription has taken. Idempotent; a refund that failed is not asked for again. */
  refundPayments(subscriptionId: string): Promise<RefundOutcome>;
  markRefunded(subscriptionId: string): Promise<void>;
  /** Of the last 30 days, those that this deployment asked for. */
  listFailedRefunds(): Promise<RefundReference[]>;
  /** `known`: it was noted before. */
  noteFailedRefund(refundId: string): Promise<'noted' | 'known'>;
  /** Writes this deployment on a subscription of an earlier release. */
  claimSubscription(subscriptionId: string): Promise<void>;
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** `ended`: it had ended already. */
  endAtPeriodEnd(subscriptionId: string): Promise<'ending' | 'ended'>;
  findDisputed(reference: DisputeReference): Promise<DisputedPayment | undefined>;
  /** With `stopsRenewal`, also ends the subscription at the end of the paid period. */
  noteDispute(subscriptionId: string, note: DisputeNote): Promise<void>;
  /** Undoes a scheduled cancellation. */
  keepSubscription(subscriptionId: string): Promise<'kept' | 'ended'>;
  describePlan(subscriptionId: string): Promise<CurrentPlan | undefined>;
  /** Newest first. */
  listReceipts(customerId: string): Promise<Receipt[]>;
  /** `has_extras`: the subscription has more items than the plan, which the provider's page cannot change. */
  createPlanChange(change: PlanChange): Promise<string | 'refused' | 'has_extras'>;
  quotePlanChange(change: PlanItemChange): Promise<PlanChangeCost | 'refused'>;
  /** Changes the plan's item alone, and only if it is paid at once. Idempotent. */
  changePlanItem(change: PlanItemChange): Promise<'changed' | 'unpaid' | 'refused'>;
  /** What the provider owes the customer; undefined if nothing. */
  creditOf(customerId: string): Promise<Credit | undefined>;
  exportCustomer(customerId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Pays back the customer's credit, ends subscriptions immediately and retains only what is required. Idempotent.
   * Resolves with what the operator has to settle by hand.
   */
  deleteCustomer(customerId: string): Promise<Unsettled>;
  /** Stops collecting payments until `resumeCollection`. No effect if it was stopped already. */
  pauseCollection(subscriptionId: string): Promise<'paused' | 'unchanged'>;
  /** Only undoes `pauseCollection`, not a pause made by hand. */
  resumeCollection(subscriptionId: string): Promise<'resumed' | 'unchanged'>;
  createPortalSession(customerId: string, returnUrl: string): Promise<string | 'customer_missing'>;
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
  /** If an earlier call with the key created the customer, it may already have bought something. */
  readonly isNew: boolean;
}

/** `in_progress`: or a call with other parameters. `failed_before`: a replay, so the state is unknown. */
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

export interface PlanItemChange {
  readonly subscriptionId: string;
  readonly price: string;
  /** Unix seconds; the beginning of the paid period if earlier. */
  readonly at: number;
}

/** In the currency's smallest unit. */
export interface Credit {
  readonly amount: number;
  readonly currency: string;
}

export interface Unsettled {
  /** The part of the credit that no payment was left to return on. */
  readonly credit: Credit | undefined;
  /** Subscriptions of other products, which go on charging this customer. */
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
  /** Unix seconds. */
  readonly expiresAt: number;
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
  readonly plan: GrantedPlan;
  /** False for what the agency arranged by hand, which is never ended as a duplicate. */
  readonly soldHere: boolean;
  /** Sold by an earlier release, which wrote no deployment on it. */
  readonly isUnclaimed: boolean;
  readonly created: number;
  readonly attempt: string | undefined;
  /** Unix seconds, like `created`; undefined if it will be renewed. */
  readonly endsAt: number | undefined;
  readonly duplicateOf: string | undefined;
  /** Also true if nothing was owed for it as a duplicate. */
  readonly refunded: boolean;
}

/**
 * `pending`: it may still fail. `failed`: it was accepted and failed later. `charged_back`: the bank has already returned
 * the money. `nothing_paid`: nothing was ever charged.
 */
export type RefundOutcome = 'refunded' | 'pending' | 'failed' | 'charged_back' | 'nothing_paid' | 'refused';

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

interface DisputeNote {
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
  readonly uid: string | undefined;
  readonly customerId: string | undefined;
  readonly dispute: DisputeReference | undefined;
  readonly refund: RefundReference | undefined;
  readonly subscriptionId: string | undefined;
  /** At the time of the event; undefined if not included or not ours. */
  readonly subscription: Subscription | undefined;
  /** A subscription of one of our products that names no owner: the agency made it by hand. */
  readonly madeByHand: boolean;
}
