import { methodType } from '../customers/methods/card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { roundedShare } from '../kinds/money.ts';
import { emit, newId } from '../kinds/objects.ts';
import type { LedgerEntry } from './balance-transaction.ts';
import { balanceWire } from './balance-transactions.ts';
import type { Dispute } from './disputes/dispute.ts';
import type { Charge } from './payment-entities.ts';
import type { Refund } from './refund.ts';

/** Days until a payment is available; payouts take effect at once. */
const PENDING_DAYS = 2;

/** The emulated card fee: 2.9 % plus 30 of the smallest unit, in every currency. */
function cardFee(amount: number): number {
  return roundedShare(amount, 29, 1000) + 30;
}

/** 0.8 % of a bank debit, at most 500 of the smallest unit. */
function debitFee(amount: number): number {
  return Math.min(roundedShare(amount, 8, 1000), 500);
}

/** Per dispute that withdraws money, kept even if the dispute is won. */
const DISPUTE_FEE = 1500;

type Entry = Omit<LedgerEntry, 'available_on' | 'created' | 'fee' | 'fromBank' | 'id'> &
  Partial<Pick<LedgerEntry, 'fee' | 'fromBank'>>;

function enter(context: Context, entry: Entry, isAtOnce = entry.amount <= 0): string {
  const now = context.time.now();
  const midnight = now - (now % SECONDS_A_DAY) + PENDING_DAYS * SECONDS_A_DAY;
  return enterMovement(context, entry, isAtOnce ? now : midnight);
}

/** Money between a platform and its accounts, available at once if not said otherwise. */
export function enterMovement(
  { store, time }: Context,
  entry: Entry,
  available_on: number = time.now(),
): string {
  const own = { id: newId('txn'), created: time.now(), available_on };
  return store.ledger.put({ fee: 0, fromBank: false, ...entry, ...own }).id;
}

type Paid = Pick<Charge, 'balance_transaction'>;

/** What is taken back of a payment comes from pending money as long as the payment is pending. */
export function enterReturn(context: Context, entry: Entry, payment: Paid | undefined): string {
  const paid = context.store.ledger.get(payment?.balance_transaction ?? '');
  return enterMovement(context, entry, Math.max(context.time.now(), paid?.available_on ?? 0));
}

/** Like the following functions, returns the balance transaction id. */
export function enterCharge(context: Context, charge: Charge, application_fee = 0): string {
  const { id: source, amount, currency, description } = charge;
  const fromBank = isFromBank(charge);
  const fee = (fromBank ? debitFee(amount) : cardFee(amount)) + application_fee;
  const type = methodType(charge.card) === 'card' ? 'charge' : 'payment';
  const { bypassesPending } = testCardByName(charge.card.testCard);
  const entry = { amount, fee, currency, description, source, type, fromBank } as const;
  const id = enter(context, { ...entry, ...(application_fee > 0 && { application_fee }) }, bypassesPending);
  if (bypassesPending) emit(context, 'balance.available', balanceWire(context));
  return id;
}

/** Stripe keeps the fee of a refunded payment. */
export function enterRefund(
  context: Context,
  charge: Charge,
  refund: Omit<Refund, 'balance_transaction'>,
): string {
  const description = `REFUND FOR CHARGE${charge.description === null ? '' : ` (${charge.description})`}`;
  const type = methodType(charge.card) === 'card' ? 'refund' : 'payment_refund';
  const entry = { ...ofRefund(charge, refund), amount: -refund.amount, description, type } as const;
  return enterReturn(context, entry, charge);
}

export function enterFailedRefund(context: Context, charge: Charge, refund: Refund): string {
  const entry = { ...ofRefund(charge, refund), description: `REFUND FAILURE (${refund.id})` };
  return enter(context, { ...entry, type: 'refund_failure' }, true);
}

function ofRefund(
  charge: Charge,
  { id: source, amount, currency }: Pick<Refund, 'amount' | 'currency' | 'id'>,
) {
  return { amount, currency, source, fromBank: isFromBank(charge) };
}

export function enterWithdrawal(context: Context, dispute: Dispute): string {
  const { amount, charge } = dispute;
  const description = `Chargeback withdrawal for ${charge}`;
  const entry = { ...ofDispute(context, dispute), amount: -amount, fee: DISPUTE_FEE, description };
  return enterReturn(context, entry, context.store.charges.get(charge));
}

export function enterReinstatement(context: Context, dispute: Dispute): string {
  const { amount, charge } = dispute;
  const description = `Chargeback reversal for ${charge}`;
  return enter(context, { ...ofDispute(context, dispute), amount, description });
}

function ofDispute({ store }: Context, { id: source, currency, charge }: Dispute) {
  const disputed = store.charges.get(charge);
  const fromBank = disputed !== undefined && isFromBank(disputed);
  return { currency, source, type: 'adjustment', fromBank } as const;
}

/** What a reversed payout debits is available once it arrives. */
export function enterPayoutReversal(
  context: Context,
  payout: PaidOut & { readonly arrival_date: number },
): string {
  const entry = { ...ofPayout(payout), description: 'STRIPE PAYOUT REVERSAL' };
  return enterMovement(context, entry, payout.arrival_date);
}

interface PaidOut {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly source_type: 'bank_account' | 'card';
}

export function enterPayout(context: Context, payout: PaidOut): string {
  return enter(context, { ...ofPayout(payout), description: 'STRIPE PAYOUT' });
}

export function enterPayoutCancellation(context: Context, payout: PaidOut): string {
  const { amount, id } = payout;
  const description = `PAYOUT CANCEL (${id})`;
  return enter(context, { ...ofPayout(payout), amount, description, type: 'payout_cancel' }, true);
}

function ofPayout({ amount, currency, id: source, source_type }: PaidOut) {
  const fromBank = source_type === 'bank_account';
  return { amount: -amount, currency, source, fromBank, type: 'payout' } as const;
}

function isFromBank({ card }: Charge): boolean {
  return testCardByName(card.testCard).isDelayed;
}
