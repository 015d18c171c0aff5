import type Stripe from 'stripe';
import { ACCOUNT_NAME, APPLICATION_ID, type Context } from '../kinds/context.ts';
import { finder } from '../kinds/objects.ts';
import type { Kept } from '../kinds/store/kind-type.ts';
import { type Entity, shown, unset } from '../kinds/store/kind-type.ts';

/** A movement on the account balance, as in Stripe's balance transactions. Immutable. */
export interface LedgerEntry
  extends Entity,
    Pick<Kept<Stripe.BalanceTransaction>, 'available_on' | 'fee' | 'currency' | 'description' | 'type'> {
  /** In the currency's smallest unit; negative for money leaving the account. */
  readonly amount: number;
  /** The part of `fee` that the platform gets; absent without one. */
  readonly application_fee?: number;
  /** Id of the object behind it, such as a charge. */
  readonly source: string;
  /** True for money from a bank account rather than a card. */
  readonly fromBank: boolean;
}

const PLAIN = { ...unset('balance_transaction'), balance_type: 'payments' };

const show = shown<Stripe.BalanceTransaction>('balance_transaction', PLAIN, [
  'application_fee',
  'fromBank',
  'livemode',
]);

export function balanceTransactionWire({ time }: Context, entry: LedgerEntry): Stripe.BalanceTransaction {
  const { amount, type } = entry;
  return show(entry, {
    fee_details: feesWire(entry),
    net: amount - entry.fee,
    reporting_category:
      type === 'adjustment' && amount >= 0 ? 'dispute_reversal' : (CATEGORIES[type] ?? type),
    status: entry.available_on <= time.now() ? 'available' : 'pending',
  });
}

function feesWire(entry: LedgerEntry): Stripe.BalanceTransaction.FeeDetail[] {
  const { application_fee = 0, currency, fee, type } = entry;
  const ofStripe = fee - application_fee;
  const description = type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees';
  const details: Stripe.BalanceTransaction.FeeDetail[] = [
    {
      amount: application_fee,
      application: APPLICATION_ID,
      currency,
      description: `${ACCOUNT_NAME} application fee`,
      type: 'application_fee',
    },
    { amount: ofStripe, application: null, currency, description, type: 'stripe_fee' },
  ];
  return details.filter(({ amount }) => amount !== 0);
}

/** Other types are categories themselves. */
const CATEGORIES: Readonly<Partial<Record<LedgerEntry['type'], string>>> = {
  adjustment: 'dispute',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  payment: 'charge',
  payment_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout_reversal',
  transfer_refund: 'transfer_reversal',
};

export const requireLedgerEntry = finder('balance transaction', 'ledger');
