import type { Changes } from '@outharbor/emulator-kit/change-feed';
import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { Timed } from '@outharbor/emulator-kit/control-operations';
import type { FaultControl } from '@outharbor/emulator-kit/faults';
import type { SavedState } from '@outharbor/emulator-kit/saved-state';
import type { TimeSpan } from '@outharbor/emulator-kit/time-span';
import type Stripe from 'stripe';
import type { Fault, FaultRequest } from '../../calls/fault-layer.ts';
import type { UnsupportedCall } from '../../calls/unsupported.ts';
import type { DeliveryPlan, LateSettings, Redelivery, Switches } from '../../kinds/changeable-settings.ts';
import type { DeliveryAttempt, EventSubject } from '../../kinds/events/webhook-entities.ts';
import type { Entity } from '../../kinds/store/kind-type.ts';
import type { Seed } from '../seed.ts';
import type { NewDispute, PayRequest, Release } from './control-bodies.ts';
import type { Coverage } from './coverage.ts';
import type { StateSnapshot } from './state-of.ts';

export interface PayResult {
  readonly result: 'complete' | 'authentication_required' | 'declined' | 'expired';
  readonly session: Stripe.Checkout.Session;
  readonly failure: {
    readonly code: string;
    readonly declineCode: string | null;
    readonly message: string;
  } | null;
}

type DisputeView = Omit<Stripe.Dispute, 'evidence'>;

export interface DeliveryView extends Omit<DeliverySummary, 'attempts'> {
  readonly payload: string;
  readonly attempts: readonly DeliveryAttempt[];
  /** A version of each shape that events have had, oldest first. */
  readonly versions: readonly string[];
}

export interface EventSummary extends EventSubject {
  readonly id: string;
  /** Unix seconds of the account's clock. */
  readonly created: number;
  readonly type: string;
}

export interface DeliverySummary extends EventSubject {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  /** Unix seconds of the account's clock, when the event was created. */
  readonly created: number;
  readonly url: string | null;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly held: boolean;
  /** Milliseconds since the epoch; null when no attempt is planned. */
  readonly nextAttemptAt: number | null;
  readonly attempts: number;
  /** The status of the last answer; null without one. */
  readonly lastStatus: number | null;
  /** The beginning of the last answer, or why there was none. */
  readonly lastAnswer: string | null;
  /** The ids that the answers gave the attempts, as `x-request-id`. */
  readonly requestIds: readonly string[];
}

export interface CustomerSummary extends Entity {
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface SubscriptionSummary extends Entity {
  readonly customer: string;
  readonly status: Stripe.Subscription.Status;
  readonly currency: string;
  readonly amount: number | null;
  /** The lookup key of its first price, or else its id. */
  readonly plan: string | null;
  readonly periodEnd: number | null;
  readonly cancelAtPeriodEnd: boolean;
}

export interface PaymentSummary extends Entity {
  readonly kind: 'session' | 'invoice' | 'charge' | 'refund' | 'dispute';
  readonly customer: string | null;
  readonly email: string | null;
  readonly status: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  /** The hosted page of an open checkout session. */
  readonly url: string | null;
  /** What is left of a charge to be refunded. */
  readonly refundable: number | null;
}

/** The parts of the state that can be followed, each oldest first. */
export interface Summaries {
  readonly customers: CustomerSummary;
  readonly subscriptions: SubscriptionSummary;
  readonly payments: PaymentSummary;
  readonly events: EventSummary;
  readonly deliveries: DeliverySummary;
}

/** Operations for tests and the console, in the same process or through the control port. */
export interface Control extends Timed, FaultControl<FaultRequest, Fault> {
  /** Restores the seed and removes faults and the delivery plan. */
  reset(): Promise<void>;
  /** Delivers everything pending but held deliveries, without back-off. Rejects if endpoints keep failing. */
  settle(): Promise<void>;
  saveState(): Promise<SavedState>;
  checkState(saved: SavedState): Promise<void>;
  loadState(saved: SavedState): Promise<void>;
  seed(seed: Partial<Seed>): Promise<void>;
  configure(settings: LateSettings): Promise<void>;
  /** The objects of one mode, by default that of the secret key. */
  state(of?: { livemode?: boolean }): Promise<StateSnapshot>;
  pay(sessionId: string, request: PayRequest): Promise<PayResult>;
  /** Disputes a charge, or opens an inquiry; disputing a charge under inquiry escalates it. */
  dispute(chargeId: string, options?: NewDispute): Promise<DisputeView>;
  /** Decides a dispute; an inquiry can only be closed. */
  closeDispute(id: string, outcome: { status: 'lost' | 'warning_closed' | 'won' }): Promise<DisputeView>;
  /** The bank declines the next charge of a payment method, and takes those after it. */
  declineNext(paymentMethodId: string): Promise<void>;
  /** Unix seconds of the account's clock. */
  now(): Promise<number>;
  /** Advances the account's clock through all renewals, retries and expiries. Resolves like `now`. */
  advanceTime(span: TimeSpan): Promise<number>;
  deliveries(): Promise<readonly DeliveryView[]>;
  delivery(id: string): Promise<DeliveryView>;
  /** What is new since a cursor of an earlier answer, over both modes; everything since `start`. */
  changes<Kind extends keyof Summaries>(kind: Kind, since: string): Promise<Changes<Summaries[Kind]>>;
  /** A checkout session, or anything that other objects refer to by its id, as the API returns it. */
  object(id: string): Promise<Readonly<Record<string, unknown>>>;
  /** An event as the API returns it. */
  event(id: string): Promise<Readonly<Record<string, unknown>>>;
  redeliver(id: string, options?: Redelivery): Promise<DeliveryView>;
  planDeliveries(plan: Partial<DeliveryPlan>): Promise<DeliveryPlan>;
  /** Sends held deliveries one by one in the given order, and ends holding. Resolves with their number. */
  releaseDeliveries(options?: Release): Promise<number>;
  /** Answers by method, route and status, such as `POST /v1/customers 200`. */
  counters(): Promise<Readonly<Record<string, number>>>;
  coverage(): Promise<Coverage>;
  /** The calls and parameters that were answered with 501, and how often. */
  unsupported(): Promise<readonly UnsupportedCall[]>;
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
}

export type NamespaceControl = InNamespace<Control>;
