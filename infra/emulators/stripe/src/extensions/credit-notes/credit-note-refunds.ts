import type { Invoice } from '../../billing/billing-entities.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { Charge } from '../../payments/payment-entities.ts';
import { requireRefund } from '../../payments/refund.ts';
import { refundCharge } from '../../payments/refund-charge.ts';
import type { CreditedRefund } from './credit-note.ts';

/** Refunds an amount and links the named earlier refunds, with the part of each that the credit note covers. */
export function creditedRefunds(
  context: Context,
  invoice: Invoice,
  refunds: readonly CreditedRefund[],
  refundAmount: number,
): readonly CreditedRefund[] {
  if (refundAmount === 0 && refunds.length === 0) return [];
  const charge = findCharge(context, invoice);
  if (charge === undefined) throw rejected('This invoice has no charge that could be refunded.');
  for (const [index, { refund }] of refunds.entries()) {
    const amount = refunds.reduce((sum, part) => (part.refund === refund ? sum + part.amount : sum), 0);
    requireFree(context, charge, { refund, amount }, `refunds[${index}][refund]`);
  }
  if (refundAmount === 0) return refunds;
  const made = refundCharge(context, charge, { amount: refundAmount, reason: null, metadata: {} });
  return [...refunds, { refund: made.id, amount: refundAmount }];
}

/** The part of a refund that no credit note covers. */
export function uncreditedAmount({ store }: Context, id: string, amount: number): number {
  const parts = Array.from(store.creditNotes.values(), ({ refunds }) => refunds).flat();
  return parts.reduce((left, part) => (part.refund === id ? left - part.amount : left), amount);
}

/** What was refunded of an invoice without any credit note. */
export function uncreditedRefunds(context: Context, invoice: Invoice): number {
  const charge = findCharge(context, invoice);
  if (charge === undefined) return 0;
  const refunds = context.store.refunds.where('charge', charge.id, ({ status }) => status !== 'failed');
  return Array.from(refunds, ({ id, amount }) => uncreditedAmount(context, id, amount)).reduce(
    (sum, amount) => sum + amount,
    0,
  );
}

function findCharge({ store }: Context, { payment_intent }: Invoice): Charge | undefined {
  const intent = store.paymentIntents.get(payment_intent ?? '');
  return intent?.status === 'succeeded' ? store.charges.get(intent.latest_charge ?? '') : undefined;
}

function requireFree(
  context: Context,
  charge: Charge,
  { refund: id, amount }: CreditedRefund,
  param: string,
) {
  const refund = requireRefund(context, id, param);
  if (refund.charge !== charge.id) {
    throw rejected(`The refund ${id} is not of a payment of this invoice.`, param);
  }
  const left = uncreditedAmount(context, id, refund.amount);
  if (amount <= left) return;
  throw rejected(`Only ${left} of the refund ${id} is not yet covered by a credit note.`, param);
}
