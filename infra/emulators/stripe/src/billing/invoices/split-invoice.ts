import type { InvoiceSplit, PaymentSplit } from '../../extensions/connect/transfer-entities.ts';

/** How the payment of an invoice is shared of which `amount` is due. */
export function splitInvoice(
  { feePercent, transferPercent, ...amounts }: InvoiceSplit,
  amount: number,
): PaymentSplit {
  const part = (percent: number) => Math.round((amount * Math.round(percent * 100)) / 10_000);
  return {
    ...(feePercent !== undefined && { applicationFee: part(feePercent) }),
    ...(transferPercent !== undefined && { transferAmount: part(transferPercent) }),
    ...amounts,
  };
}
