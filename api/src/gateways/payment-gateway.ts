import type { PlanName } from '@outharbor/contract/plans';
import type { CurrentPlan, Receipt } from '@outharbor/contract/schemas';

/**
 * What the API asks of the payment provider, in its own words; every call may fail with an AppError.
 * Whatever this deployment did not make, or is not of its products, is neither returned nor found.
 */
export interface PaymentGateway {
  /** Names the account and mode that the API's key belongs to; asked once per process. */
  account(): Promise<string>;
  /** The customers of a person, by e-mail address; what was just made is among them. */
  findCustomers(person: Person): Promise<string[]>;
  /** The same by uid, whatever the address is by now; what was made in the last minute may be missing. */
  searchCustomers(uid: string): Promise<string[]>;
  createCustomer(customer: NewCustomer): Promise<MadeCustomer | CustomerNotMade>;
  /** Writes to the customer at another address from now on; without effect on one that was deleted. Safe to repeat. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** `customer_missing`: somebody deleted the customer, whose subscriptions ended with that. */
  createCheckoutSession(session: NewCheckoutSession): Promise<OpenCheckoutSession | 'customer_missing'>;
  /** With the customer's subscriptions that have not ended, in one call. */
  retrieveCheckoutSession(id: string): Promise<PaidCheckout | undefined>;
  /** The customer's latest sessions. */
  listCheckoutSessions(customerId: string): Promise<CheckoutSession[]>;
  /** `not_open`: it was completed or expired by somebody else in between. */
  expireCheckoutSession(id: string): Promise<'expired' | 'not_open'>;
  /** The price at which a plan is sold now. */
  priceOf(plan: PlanName): Promise<string>;
  /** Every subscription of the customer, the ended ones too. */
  listSubscriptions(customerId: string): Promise<Subscription[]>;
  retrieveSubscription(id: string): Promise<Subscription | undefined>;
  /** Every subscription of this deployment that has not ended. */
  listAllSubscriptions(): Promise<Subscription[]>;
  /** What happened since then (Unix seconds, at most 30 days ago), the oldest first. */
  listEvents(types: readonly string[], since: number): Promise<WebhookEvent[]>;
  /** Notes which subscription was kept in place of this one, and whether money is owed for it. */
  markDuplicate(subscriptionId: string, kept: string, owes: boolean): Promise<void>;
  /** Gives back what the latest invoice took. Safe to repeat. */
  refundLatestPayment(subscriptionId: string): Promise<RefundOutcome>;
  /** Notes that nothing is owed any more for a second subscription, which may have ended. */
  markRefunded(subscriptionId: string): Promise<void>;
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** Lets a subscription end with the period that is paid for. */
  endAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** What a dispute is about and how it stands now; undefined where this deployment did not sell it. */
  findDisputed(reference: DisputeReference): Promise<DisputedPayment | undefined>;
  /** Notes beside a subscription how a dispute stands, and lets it end with the paid period where it `stopsRenewal`. */
  noteDispute(subscriptionId: string, note: DisputeNote): Promise<void>;
  /** Takes the end of a subscription back. */
  keepSubscription(subscriptionId: string): Promise<'kept' | 'ended'>;
  /** What a person is shown of the subscription that gives the plan. */
  describePlan(subscriptionId: string): Promise<CurrentPlan | undefined>;
  /** What was charged for this deployment's subscriptions, the latest first. */
  listReceipts(customerId: string): Promise<Receipt[]>;
  /** The address of a page that says what another plan costs, and changes to it; `refused` where it cannot be changed. */
  createPlanChange(change: PlanChange): Promise<string | 'refused'>;
  /** Everything that the provider knows of a customer; undefined where it was deleted. */
  exportCustomer(customerId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Ends every subscription of a customer at once, and forgets whatever need not be kept; safe to repeat. */
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
  /** Calls with the same key make one customer; for a day the provider repeats what it answered first. */
  readonly key: string;
}

export interface MadeCustomer {
  readonly id: string;
  /** False where an earlier call with the same key has made it, so that it may have bought something. */
  readonly isNew: boolean;
}

/**
 * `in_progress`: another call with the key is running, or has said something else of the person. `failed_before`:
 * the failure of an earlier call is repeated, and says nothing about now.
 */
export type CustomerNotMade = 'in_progress' | 'failed_before';

export interface NewCheckoutSession {
  readonly uid: string;
  readonly customerId: string;
  readonly plan: PlanName;
  readonly price: string;
  /** Found again in the session and in the subscription that is paid there. */
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
  /** The person's part is done: paid, or nothing to pay. */
  readonly paid: boolean;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** The address of the hosted page while the session is open. */
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
  /** Also while collection is paused, which the provider keeps beside the status. */
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
  /** The checkout attempt that it was bought in. */
  readonly attempt: string | undefined;
  /** When it ends, where it is not renewed; Unix seconds. */
  readonly endsAt: number | undefined;
  /** The subscription that was kept when this one was found to be a second one. */
  readonly duplicateOf: string | undefined;
  /** Nothing is owed any more for it as a second one. */
  readonly refunded: boolean;
}

/** `charged_back`: the bank has given it back already. `nothing_paid`: the invoice took nothing. */
export type RefundOutcome = 'refunded' | 'charged_back' | 'nothing_paid' | 'refused';

/**
 * `warning`: the bank suspects fraud. `inquiry`: it asks, and holds no money. `open`: it holds the money. `lost`: the
 * cardholder has it, for good. `closed`: we have it.
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
  /** The stage that was noted last. */
  readonly noted: string | undefined;
  readonly subscription: Subscription;
  /** It paid for the present period. */
  readonly ofLatestInvoice: boolean;
}

export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** Unix seconds. */
  readonly created: number;
  readonly livemode: boolean;
  /** Of whom it speaks; undefined where this deployment did not make what it is about. */
  readonly uid: string | undefined;
  readonly customerId: string | undefined;
  /** The dispute or warning that it is about. */
  readonly dispute: DisputeReference | undefined;
  /** The subscription that it is about. */
  readonly subscriptionId: string | undefined;
  /** The subscription as it was then, where the event tells and it is of our products. */
  readonly subscription: Subscription | undefined;
}
