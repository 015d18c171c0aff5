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
   * A test card by its number or by its name, such as `visa` or `declined`; `bank_debit` and `bank_debit_fails`
   * are decided three days later. Absent when nothing is to be paid and no payment method is collected.
   */
  readonly card?: string;
  /** What to do when the card requires authentication; it stays pending when absent. */
  readonly authentication?: 'complete' | 'fail';
  readonly email?: string;
  readonly name?: string;
  readonly postalCode?: string;
  /** The billing address without its postal code, when the session collects it; countries are two letters. */
  readonly address?: Readonly<Partial<Record<'city' | 'country' | 'line1' | 'line2' | 'state', string>>>;
  /** The shipping details, when the session collects them; what is absent is filled with acceptable values. */
  readonly shipping?: {
    readonly name?: string;
    /** Id of one of the session's shipping rates. */
    readonly rate?: string;
    readonly address?: Readonly<Partial<Record<AddressPart, string>>>;
  };
  /** The names that the session collects besides the card's. */
  readonly names?: { readonly business?: string; readonly individual?: string };
  /** The business that buys, when the session collects tax ids. */
  readonly business?: { readonly name: string; readonly taxId?: GivenTaxId };
  /** As typed on the page, when the session collects a phone number. */
  readonly phone?: string;
  /** Answers by key of the custom field: the value of an option for a dropdown, `''` for no answer. */
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

/** How many answers, by method, route and status, as in `POST /v1/customers 200`. */
export type Counters = Readonly<Record<string, number>>;

/** What tests and the console can do, in the same process or through the control port. */
export interface Control {
  /** Restores the seed and removes faults and the delivery plan. */
  reset(): Promise<void>;
  /** Delivers everything pending without waiting for back-off; held deliveries stay. Rejects when endpoints keep refusing. */
  settle(): Promise<void>;
  seed(seed: Partial<Seed>): Promise<void>;
  configure(settings: LateSettings): Promise<void>;
  /** The objects of one mode; that of the secret key by default. */
  state(of?: { livemode?: boolean }): Promise<StateSnapshot>;
  /** Pays an open session as the hosted page would. */
  pay(sessionId: string, request: PayRequest): Promise<PayResult>;
  /** Disputes a charge, or opens an inquiry; disputing a charge under inquiry escalates it. */
  dispute(chargeId: string, how?: NewDispute): Promise<DisputeView>;
  /** Decides a dispute; an inquiry can only be closed. */
  closeDispute(id: string, how: { status: 'lost' | 'warning_closed' | 'won' }): Promise<DisputeView>;
  /** The account's clock. */
  clock(): Promise<ClockReading>;
  /** Unix seconds of the account's clock. */
  now(): Promise<number>;
  /** Moves the account's clock forward, with every renewal, retry and expiry on the way. Resolves with the new time, as `now` does. */
  advanceTime(span: TimeSpan): Promise<number>;
  deliveries(): Promise<readonly DeliveryView[]>;
  redeliver(id: string, how?: Redelivery): Promise<DeliveryView>;
  planDeliveries(plan: Partial<DeliveryPlan>): Promise<DeliveryPlan>;
  /** Sends what was held back, one after the other in that order, and stops holding back. */
  releaseDeliveries(how?: Release): Promise<number>;
  faults(): Promise<readonly Fault[]>;
  addFault(request: FaultRequest): Promise<Fault>;
  /** Rejects for an unknown id. */
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
  counters(): Promise<Counters>;
  /** How much of Stripe's API description is covered. */
  coverage(): Promise<Coverage>;
  /** What was requested and answered with 501, and how often. */
  unsupported(): Promise<readonly UnsupportedCall[]>;
  /** The behaviour that can be turned on; `setSwitches` resolves with all switches. */
  switches(): Promise<Switches>;
  setSwitches(wanted: Partial<Switches>): Promise<Switches>;
}

export type NamespaceControl = InNamespace<Control>;
