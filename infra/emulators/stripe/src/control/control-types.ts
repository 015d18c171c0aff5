import type Stripe from 'stripe';
import type { PaymentFailure } from '../state/payment-entities.ts';

export interface PayRequest {
  /** A test card by its number or by its name, such as `visa` or `declined`. */
  readonly card: string;
  /** What to do when the card asks for authentication; left waiting when absent. */
  readonly authentication?: 'complete' | 'fail';
  readonly email?: string;
  readonly name?: string;
  readonly postalCode?: string;
}

export interface PayResult {
  readonly result: 'complete' | 'authentication_required' | 'declined' | 'expired';
  readonly session: Stripe.Checkout.Session;
  readonly failure: PaymentFailure | null;
}

export interface TimeSpan {
  readonly months?: number;
  readonly days?: number;
  readonly seconds?: number;
}
