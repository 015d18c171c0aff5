import type Stripe from 'stripe';
import { isRedirect } from '../customers/methods/redirect-methods.ts';
import type { Context } from '../kinds/context.ts';
import { finder, newId } from '../kinds/objects.ts';
import { type Kept, type Labelled, shown, unset } from '../kinds/store/kind-type.ts';
import type { Charge } from './payment-entities.ts';

export interface Refund
  extends Labelled,
    Pick<Kept<Stripe.Refund>, 'amount' | 'currency' | 'customer' | 'payment_intent' | 'balance_transaction'> {
  readonly charge: string;
  readonly payment_method: string;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  /** Absent for one to a card. */
  readonly destination_details?: { readonly type: string };
  /** Absent for `succeeded`. */
  readonly status?: 'failed' | 'pending';
  /** When the bank decides it; absent if it has, or never does. */
  readonly settlesAt?: number;
  /** What it took back of a transfer, or in a connected account the reversal that it is. */
  readonly transfer_reversal?: string;
  /** Returns the money of a failed refund. */
  readonly failure_balance_transaction?: string;
}

const PLAIN = {
  ...unset<Stripe.Refund>('refund'),
  destination_details: {
    card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    type: 'card',
  },
  status: 'succeeded',
};

const show = shown<Stripe.Refund>('refund', PLAIN, ['livemode', 'settlesAt']);

export function refundWire(refund: Refund): Stripe.Refund {
  const { failure_balance_transaction, id, payment_method, transfer_reversal } = refund;
  return show(refund, {
    ...(failure_balance_transaction !== undefined && { failure_reason: 'expired_or_canceled_card' }),
    payment_method: payment_method || null,
    // The refund of a connected account is itself the reversal.
    ...(id.startsWith('pyr_') && { source_transfer_reversal: transfer_reversal ?? null }),
  });
}

/** Where Stripe names another than the payment method. */
const RETURNED_BY: Readonly<Partial<Record<string, string>>> = {
  bancontact: 'eu_bank_transfer',
  ideal: 'eu_bank_transfer',
  revolut_pay: 'revolut',
};

function destinationOf({ card: { testCard } }: Charge): Pick<Refund, 'destination_details'> {
  // What Link has paid returns to the card behind it.
  if (!isRedirect(testCard) || testCard === 'link') return {};
  const type = RETURNED_BY[testCard] ?? testCard;
  return { destination_details: { type, [type]: unset(`refund_destination_details_${type}`) } };
}

/** What every refund of a charge has. */
export function refundOf({ time }: Context, charge: Charge, amount: number) {
  const { currency, customer, payment_intent, payment_method } = charge;
  const made = { id: newId('re'), created: time.now(), amount, charge: charge.id };
  return { ...made, ...destinationOf(charge), currency, customer, payment_intent, payment_method };
}

/** Returns what was authorized and is not captured to the cardholder. No money moves. */
export function releaseAuthorized(context: Context, charge: Charge, amount: number): Charge {
  if (amount === 0) return charge;
  const refund = { ...refundOf(context, charge, amount), balance_transaction: null, metadata: {} };
  context.store.refunds.put({ ...refund, reason: null });
  return { ...charge, amount_refunded: amount };
}

export const requireRefund = finder('refund', 'refunds');
