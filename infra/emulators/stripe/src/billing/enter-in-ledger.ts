import type { Context } from '../context.ts';
import { newId } from '../state/identifiers.ts';
import type { LedgerEntry } from '../state/ledger-entities.ts';
import type { Charge, Dispute, Refund } from '../state/payment-entities.ts';
import { testCardByName } from '../state/test-cards.ts';
import { SECONDS_A_DAY } from '../time/calendar.ts';
import { cardFee, DISPUTE_FEE, debitFee } from './fees.ts';

/** Days until a payment is available; withdrawals take effect at once. */
const PENDING_DAYS = 2;

type Entry = Omit<LedgerEntry, 'availableOn' | 'created' | 'id'>;

function enter({ store, time }: Context, entry: Entry, isAtOnce = entry.amount <= 0): string {
  const created = time.now();
  const midnight = created - (created % SECONDS_A_DAY) + PENDING_DAYS * SECONDS_A_DAY;
  const availableOn = isAtOnce ? created : midnight;
  return store.ledger.put({ ...entry, id: newId('txn'), created, availableOn }).id;
}

/** Like the following functions, returns the balance transaction id. */
export function enterCharge(context: Context, charge: Charge): string {
  const { id: source, amount, currency, description } = charge;
  const fromBank = isFromBank(charge);
  const fee = fromBank ? debitFee(amount) : cardFee(amount);
  const type = fromBank ? 'payment' : 'charge';
  const { bypassesPending } = testCardByName(charge.card.testCard);
  return enter(context, { amount, fee, currency, description, source, type, fromBank }, bypassesPending);
}

/** Stripe keeps the fee of a refunded payment. */
export function enterRefund(
  context: Context,
  charge: Charge,
  refund: Omit<Refund, 'balanceTransaction'>,
): string {
  const { id: source, amount, currency } = refund;
  const fromBank = isFromBank(charge);
  return enter(context, {
    amount: -amount,
    fee: 0,
    currency,
    description: `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`,
    source,
    type: fromBank ? 'payment_refund' : 'refund',
    fromBank,
  });
}

export function enterFailedRefund(context: Context, charge: Charge, refund: Refund): string {
  const { id: source, amount, currency } = refund;
  const fromBank = isFromBank(charge);
  const description = `REFUND FAILURE (${source})`;
  return enter(
    context,
    { amount, fee: 0, currency, description, source, type: 'refund_failure', fromBank },
    true,
  );
}

export function enterWithdrawal(context: Context, dispute: Dispute): string {
  const { amount, charge } = dispute;
  const description = `Chargeback withdrawal for ${charge}`;
  return enter(context, { ...ofDispute(context, dispute), amount: -amount, fee: DISPUTE_FEE, description });
}

export function enterReinstatement(context: Context, dispute: Dispute): string {
  const { amount, charge } = dispute;
  const description = `Chargeback reversal for ${charge}`;
  return enter(context, { ...ofDispute(context, dispute), amount, fee: 0, description });
}

function ofDispute({ store }: Context, { id: source, currency, charge }: Dispute) {
  const disputed = store.charges.get(charge);
  const fromBank = disputed !== undefined && isFromBank(disputed);
  return { currency, source, type: 'adjustment', fromBank } as const;
}

function isFromBank({ card }: Charge): boolean {
  return testCardByName(card.testCard).isDelayed;
}
