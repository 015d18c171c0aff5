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
import type { Coverage } from './coverage.ts';
import type { StateSnapshot } from './state-of.ts';

export interface PayRequest {
  /**
   * A test card by its number or by its name, such as `visa` or `declined`; `bank_debit` and `bank_debit_fails`
   * are decided three days later. Left out where nothing is to be paid and no payment method is asked for.
   */
  readonly card?: string;
  /** What to do when the card asks for authentication; left waiting when absent. */
  readonly authentication?: 'complete' | 'fail';
  readonly email?: string;
  readonly name?: string;
  readonly postalCode?: string;
  /** The billing address but for its postal code, where the session asks for it; a country by its two letters. */
  readonly address?: Readonly<Partial<Record<'city' | 'country' | 'line1' | 'line2' | 'state', string>>>;
  /** Where it is sent, where the session asks for that; what is left out is answered as the page would accept it. */
  readonly shipping?: {
    readonly name?: string;
    /** Id of one of the shipping rates that the session offers. */
    readonly rate?: string;
    readonly address?: Readonly<Partial<Record<AddressPart, string>>>;
  };
  /** The names that the session asks for apart from the card's. */
  readonly names?: { readonly business?: string; readonly individual?: string };
  /** What the visitor buys for, where the session collects tax ids. */
  readonly business?: { readonly name: string; readonly taxId?: GivenTaxId };
  /** As it is typed on the page, where the session collects a phone number. */
  readonly phone?: string;
  /** Answers by the key of the custom field; of a dropdown the value of an option, `''` for no answer. */
  readonly customFields?: Readonly<Record<string, string>>;
  /** Boxes that are ticked: the terms unless it says otherwise, promotions only if it says so. */
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
  /** Milliseconds since 1970; null when no attempt is planned. */
  readonly nextAttemptAt: number | null;
  /** The body of every attempt, byte for byte. */
  readonly payload: string;
  readonly attempts: readonly DeliveryAttempt[];
}

export interface Redelivery {
  readonly copies?: number;
  readonly delayMs?: number;
}

export interface Release {
  readonly order?: 'created' | 'reverse' | 'shuffled';
}

/** Answers by method, route and status: `POST /v1/customers 200` → how many. */
export type Counters = Readonly<Record<string, number>>;

/** What tests and the console may do with the emulator, in the same process or through the control port. */
export interface Control {
  /** Back to the seed, with neither faults nor a delivery plan. */
  reset(): Promise<void>;
  /** Waits until everything pending is delivered, without waiting for back-off; held deliveries stay. */
  settle(): Promise<void>;
  seed(seed: Partial<Seed>): Promise<void>;
  configure(settings: LateSettings): Promise<void>;
  /** The objects of one mode; of the secret key's when none is named. */
  state(of?: { livemode?: boolean }): Promise<StateSnapshot>;
  /** Pays an open session as the hosted page would. */
  pay(sessionId: string, request: PayRequest): Promise<PayResult>;
  /** The bank takes a charge back, or inquires first; disputing again what it inquires about takes the money. */
  dispute(chargeId: string, how?: NewDispute): Promise<DisputeView>;
  /** Decides who keeps the money; an inquiry can only be closed. */
  closeDispute(id: string, how: { status: 'lost' | 'warning_closed' | 'won' }): Promise<DisputeView>;
  /** Where the account's clock stands. */
  clock(): Promise<ClockReading>;
  /** Unix seconds of the account's clock. */
  now(): Promise<number>;
  /** Moves the account's clock forward; renewals, retries and expiries on the way happen. Resolves with the new time, as `now` does. */
  advanceTime(span: TimeSpan): Promise<number>;
  deliveries(): Promise<readonly DeliveryView[]>;
  redeliver(id: string, how?: Redelivery): Promise<DeliveryView>;
  planDeliveries(plan: Partial<DeliveryPlan>): Promise<DeliveryPlan>;
  /** Sends what was held back, one after the other in the wanted order, and holds nothing back any more. */
  releaseDeliveries(how?: Release): Promise<number>;
  faults(): Promise<readonly Fault[]>;
  addFault(request: FaultRequest): Promise<Fault>;
  /** Rejects for an id that is not armed. */
  removeFault(id: string): Promise<void>;
  clearFaults(): Promise<void>;
  counters(): Promise<Counters>;
  /** What of Stripe's own description is there. */
  coverage(): Promise<Coverage>;
  /** What was asked for and answered 501, with how often. */
  unsupported(): Promise<readonly UnsupportedCall[]>;
  /** The habits that can be turned on; `setSwitches` answers how they all stand afterwards. */
  switches(): Promise<Switches>;
  setSwitches(wanted: Partial<Switches>): Promise<Switches>;
}

export type NamespaceControl = InNamespace<Control>;
