import type { InvoiceSplit, PaymentSplit } from '../../payments/splits/payment-splits.ts';

/** How the payment of an invoice is shared of which `amount` is due. */
export function splitInvoice(
  { application_fee_percent, transferPercent, ...amounts }: InvoiceSplit,
  amount: number,
): PaymentSplit {
  const part = (percent: number) => Math.round((amount * Math.round(percent * 100)) / 10_000);
  return {
    ...(application_fee_percent !== undefined && { application_fee: part(application_fee_percent) }),
    ...(transferPercent !== undefined && { transferAmount: part(transferPercent) }),
    ...amounts,
  };
}
