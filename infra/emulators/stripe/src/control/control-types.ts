import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { ClockReading, TimeSpan } from '@outharbor/emulator-kit/time-span';
import type Stripe from 'stripe';
import type { NewDispute } from '../billing/dispute-charge.ts';
import type { DeliveryPlan } from '../faults/delivery-plan.ts';
import type { Fault, FaultRequest } from '../faults/faults.ts';
import type { Switches } from '../faults/switches.ts';
import type { UnsupportedCall } from '../http/unsupported.ts';
import type { LateSettings } from '../options.ts';
import type { AddressPart } from '../pages/address-parts.ts';
import type { Seed } from '../seed.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';
import type { GivenTaxId } from '../state/tax-entities.ts';
import type { DeliveryAttempt } from '../state/webhook-entities.ts';
import type { Redelivery, Release } from './control-bodies.ts';
import type { Coverage } from './coverage.ts';
import type { StateSnapshot } from './state-of.ts';

export interface PayRequest {
  /**
   * A test card by number, or by a name such as `visa` or `declined`; `bank_debit` and `bank_debit_fails` are
   * decided three days later. Omitted if nothing is due and no payment method is collected.
   */
  readonly card?: string;
  /** The outcome if the card requires authentication; authentication stays pending when absent. */
  readonly authentication?: 'complete' | 'fail';
  readonly email?: string;
  readonly name?: string;
  readonly postalCode?: string;
  /** The billing address without postal code, if the session collects it; countries are two-letter codes. */
  readonly address?: Readonly<Partial<Record<'city' | 'country' | 'line1' | 'line2' | 'state', string>>>;
  /** The shipping details, if the session collects them; omitted parts get acceptable values. */
  readonly shipping?: {
    readonly name?: string;
    /** Id of one of the session's shipping rates. */
    readonly rate?: string;
    readonly address?: Readonly<Partial<Record<AddressPart, string>>>;
  };
  /** The names that the session collects in addition to the cardholder's. */
  readonly names?: { readonly business?: string; readonly individual?: string };
  /** The buying business, if the session collects tax ids. */
  readonly business?: { readonly name: string; readonly taxId?: GivenTaxId };
  /** As typed on the page, if the session collects a phone number. */
  readonly phone?: string;
  /** Answers by custom field key: an option's value for a dropdown, `''` for no answer. */
  readonly customFields?: Readonly<Record<string, string>>;
  /** Which boxes are ticked: the terms by default, promotions only on request. */
  readonly consent?: { readonly promotions?: boolean; readonly termsOfService?: boolean };
}

export interface PayResult {
  readonly result: 'complete' | 'authentication_required' | 'declined' | 'expired';
  readonly session: Stripe.Checkout.Session;
  readonly failure: PaymentFailure | null;
}

export type DisputeView = Omit<Stripe.Dispute, 'evidence'>;

export interface DeliveryView {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly url: string | null;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly held: boolean;
  /** Milliseconds since the epoch; null when no attempt is planned. */
  readonly nextAttemptAt: number | null;
  /** The body of every attempt, byte for byte. */
  readonly payload: string;
  readonly attempts: readonly DeliveryAttempt[];
}

/** Number of answers by method, route and status, such as `POST /v1/customers 200`. */
export type Counters = Readonly<Record<string, number>>;

/** Operations for tests and the console, in the same process or through the control port. */
export interface Control {
  /** Restores the seed and removes faults and the delivery plan. */
  reset(): Promise<void>;
  /** Delivers everything pending but held deliveries, without back-off. Rejects if endpoints keep failing. */
  settle(): Promise<void>;
  seed(seed: Partial<Seed>): Promise<void>;
  configure(settings: LateSettings): Promise<void>;
  /** The objects of one mode, by default that of the secret key. */
  state(of?: { livemode?: boolean }): Promise<StateSnapshot>;
  /** Pays an open session as the hosted page would. */
  pay(sessionId: string, request: PayRequest): Promise<PayResult>;
  /** Disputes a charge, or opens an inquiry; disputing a charge under inquiry escalates it. */
  dispute(chargeId: string, options?: NewDispute): Promise<DisputeView>;
  /** Decides a dispute; an inquiry can only be closed. */
  closeDispute(id: string, outcome: { status: 'lost' | 'warning_closed' | 'won' }): Promise<DisputeView>;
  /** The account's clock. */
  clock(): Promise<ClockReading>;
  /** Unix seconds of the account's clock. */
  now(): Promise<number>;
  /** Advances the account's clock through all renewals, retries and expiries. Resolves like `now`. */
  advanceTime(span: TimeSpan): Promise<number>;
  deliveries(): Promise<readonly DeliveryView[]>;
  redeliver(id: string, options?: Redelivery): Promise<DeliveryView>;
  planDeliveries(plan: Partial<DeliveryPlan>): Promise<DeliveryPlan>;
  /** Sends held deliveries one by one in the given order, and ends holding. Resolves with their number. */
  releaseDeliveries(options?: Release): Promise<number>;
  faults(): Promise<readonly Fault[]>;
  addFault(request: FaultRequest): Promise<Fault>;
  /** Rejects an unknown id. */
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
  counters(): Promise<Counters>;
  /** How much of Stripe's API description is covered. */
  coverage(): Promise<Coverage>;
  /** The calls and parameters that were answered with 501, and how often. */
  unsupported(): Promise<readonly UnsupportedCall[]>;
  /** Behaviour that can be turned on. `setSwitches` resolves with all switches. */
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
}

export type NamespaceControl = InNamespace<Control>;
