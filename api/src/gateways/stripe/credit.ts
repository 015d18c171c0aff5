import type Stripe from 'stripe';
import type { Credit } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { readCredit } from './customers.ts';
import { isAlreadyRefunded, isDisputed, isKeyUsed, isMissingAtStripe, isRejectedByState } from './errors.ts';
import { toId } from './mapping.ts';

export const CREDIT_REASON = 'credit_of_a_deleted_account';

/**
 * Returns a customer's credit on their latest payments, and takes what was returned off the credit. Resolves with what
 * is left of it. Repeatable: a refund carries the credit that it reduces.
 */
export async function payBackCredit(
  context: StripeContext,
  customer: string,
  uid: string,
  subscription: string | undefined,
): Promise<Credit | undefined> {
  const { stripe, deployment } = context;
  let credit = await readCredit(context, customer, uid);
  if (credit === undefined) return undefined;
  const { data: charges } = await stripe.charges.list({ customer, limit: 100 });
  for (const charge of charges) {
    if (!charge.paid || charge.currency !== credit.currency) continue;
    const marks = { reason: CREDIT_REASON, credit: String(credit.amount), customer, deployment };
    const amount = await refund(stripe, charge, credit, { ...marks, ...(subscription && { subscription }) });
    if (amount === 0) continue;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount, currency: credit.currency, description: 'Paid back' },
      { idempotencyKey: `credit-taken-${charge.id}-${credit.amount}` },
    );
    credit = { ...credit, amount: credit.amount - amount };
    if (credit.amount === 0) return undefined;
  }
  return credit;
}

/** Resolves with the amount of the refund, which an interrupted run may have made; 0 if there is none. */
async function refund(
  stripe: Stripe,
  charge: Stripe.Charge,
  credit: Credit,
  metadata: Readonly<Record<string, string>>,
): Promise<number> {
  const earlier = (await stripe.refunds.list({ charge: charge.id, limit: 100 })).data.find(
    (made) => made.metadata?.reason === CREDIT_REASON && made.metadata.credit === metadata.credit,
  );
  const refundable = charge.captured && !charge.disputed ? charge.amount - charge.amount_refunded : 0;
  if (earlier === undefined && refundable <= 0) return 0;
  try {
    const made =
      earlier ??
      (await stripe.refunds.create(
        { charge: charge.id, amount: Math.min(credit.amount, refundable), metadata: { ...metadata } },
        { idempotencyKey: `credit-paid-back-${charge.id}-${credit.amount}` },
      ));
    const { status, amount } = made;
    return status === 'failed' || status === 'canceled' ? 0 : amount;
  } catch (error) {
    if (isAlreadyRefunded(error) || isDisputed(error) || isRejectedByState(error)) return 0;
    throw error;
  }
}

interface Ended {
  readonly customer: string;
  readonly subscription: string;
  readonly invoices: readonly Stripe.Invoice[];
}

/**
 * Undoes what a refunded subscription did to its customer's credit: what a change to a cheaper plan left is taken with it, as
 * far as it is still there, and what its invoices used is given back. Repeatable.
 */
export async function undoCredit(
  { stripe }: StripeContext,
  { customer, subscription, invoices }: Ended,
): Promise<void> {
  const ids = new Set(invoices.map(({ id }) => id));
  try {
    const changes = await stripe.customers
      .listBalanceTransactions(customer, { limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    if (changes.some(({ metadata }) => metadata?.subscription === subscription)) return;
    const ours = changes.filter(({ invoice }) => ids.has(toId(invoice) ?? ''));
    const left = -(changes[0]?.ending_balance ?? 0);
    const amount = Math.min(-ours.reduce((sum, change) => sum + change.amount, 0), Math.max(left, 0));
    const [{ currency } = { currency: '' }] = ours;
    if (amount === 0) return;
    await stripe.customers.createBalanceTransaction(
      customer,
      { amount, currency, description: 'Second subscription', metadata: { subscription } },
      { idempotencyKey: `credit-undone-${subscription}` },
    );
  } catch (error) {
    if (!isMissingAtStripe(error) && !isKeyUsed(error)) throw error;
  }
}
