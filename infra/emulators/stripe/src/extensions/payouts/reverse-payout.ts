import { rejected } from '../../description/api-error.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import type { Metadata } from '../../kinds/store/kind-type.ts';
import { enterPayoutReversal } from '../../payments/enter-in-ledger.ts';
import { changePayout, NEW_PAYOUT, type Payout, payoutWire } from './payout.ts';

const DAYS_TO_ARRIVE = 2;

/** Sent on the next day, it arrives on the day after. */
export function standardDates(created: number): Pick<Payout, 'arrival_date' | 'hidden'> {
  const midnight = created - (created % SECONDS_A_DAY);
  const hidden = { sent_at: midnight + SECONDS_A_DAY };
  return { arrival_date: midnight + DAYS_TO_ARRIVE * SECONDS_A_DAY, hidden };
}

/** Debits the bank account that a connected account's payout went to. */
export function reversePayout(context: Context, original: Payout, metadata: Metadata): Payout {
  const created = context.time.now();
  const rejection = findRejection(context, original, created);
  if (rejection !== undefined) throw rejected(rejection);
  const { source_type, currency, destination } = original;
  const debit = {
    ...{ id: newId('po'), created, amount: -original.amount, currency, source_type },
    ...standardDates(created),
  };
  const reversal: Payout = {
    ...NEW_PAYOUT,
    ...debit,
    balance_transaction: enterPayoutReversal(context, debit),
    destination,
    original_payout: original.id,
    metadata,
  };
  changePayout(context, original, { ...original, reversed_by: reversal.id });
  emit(context, 'payout.created', payoutWire(context.store.payouts.put(reversal)));
  return reversal;
}

const LONGEST_DAYS = 90;

/** Stripe documents the rules (docs.stripe.com/connect/payout-reversals), but not the texts. */
function findRejection(
  { accountId, platform, store }: Context,
  payout: Payout,
  now: number,
): string | undefined {
  const { controller } = platform?.store.accounts.get(accountId) ?? {};
  const { country = '' } = store.bankAccounts.get(payout.destination) ?? {};
  if (controller === undefined) return 'Only payouts of connected accounts can be reversed.';
  if (controller.losses.payments !== 'application') {
    return 'Payouts can only be reversed if the platform is responsible for negative balances.';
  }
  if (payout.status === 'pending') return 'Payouts that are pending must be canceled instead of reversed.';
  if (payout.status === 'canceled') return 'Payouts that were canceled cannot be reversed.';
  if (payout.reversed_by !== null) return `Payout ${payout.id} has already been reversed.`;
  if (payout.original_payout !== null) return 'Reversals of payouts cannot be reversed.';
  if (payout.method === 'instant') return 'Instant payouts cannot be reversed.';
  if (payout.arrival_date <= now - LONGEST_DAYS * SECONDS_A_DAY) {
    return `Payouts can only be reversed until ${LONGEST_DAYS} days after their arrival date.`;
  }
  if (country === 'US' || country === 'CA') return undefined;
  return 'Only payouts to bank accounts in the United States and Canada can be reversed.';
}
