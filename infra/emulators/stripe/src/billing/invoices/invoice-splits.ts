import type Stripe from 'stripe';
import { exclusiveParameters, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import type { ReadFields } from '../../kinds/params/composite.ts';
import { clearable, share } from '../../kinds/params/reader.ts';
import {
  applicationFeeParam,
  type InvoiceSplit,
  nameWithin,
  type PaymentSplit,
  requireAccounts,
} from '../../payments/splits/payment-splits.ts';

/** The parameters with which an invoice is shared. */
export const invoiceSplitParams = describedParams<Stripe.InvoiceUpdateParams>('POST /v1/invoices/:id', {
  application_fee_amount: applicationFeeParam,
  'transfer_data[amount]': applicationFeeParam,
})('application_fee_amount', 'on_behalf_of', 'transfer_data');

/** The parameters with which all invoices of a subscription are split. */
export const subscriptionSplitParams = describedParams<Stripe.SubscriptionUpdateParams>(
  'POST /v1/subscriptions/:id',
  { application_fee_percent: clearable(share), 'transfer_data[amount_percent]': share },
)('application_fee_percent', 'on_behalf_of', 'transfer_data');

type Given = Partial<ReadFields<typeof invoiceSplitParams>> &
  Partial<ReadFields<typeof subscriptionSplitParams>>;

interface Shared {
  readonly before?: InvoiceSplit | undefined;
  /** The parameter that holds the others. */
  readonly within?: string;
}

/** How an invoice is shared, or those of a subscription; nothing if the request does not say. */
export function readInvoiceSplit(
  context: Context,
  given: Given,
  { before, within = '' }: Shared = {},
): { split?: InvoiceSplit } {
  const { application_fee_amount: fee, application_fee_percent: percent } = given;
  const { on_behalf_of, transfer_data: data } = given;
  if ([data, fee, on_behalf_of, percent].every((part) => part === undefined)) return {};
  const name = nameWithin(within);
  requireAccounts(context, given, name);
  const split: InvoiceSplit = defined({
    ...before,
    ...(data !== undefined && {
      destination: data?.destination,
      transferAmount: data?.amount,
      transferPercent: data?.amount_percent,
    }),
    ...(fee !== undefined && { application_fee: fee }),
    ...(percent !== undefined && { application_fee_percent: percent ?? undefined }),
    ...(on_behalf_of !== undefined && { on_behalf_of: on_behalf_of ?? undefined }),
  });
  checkFee(context, split, name);
  return { split };
}

function checkFee(
  { platform }: Context,
  { application_fee, destination, application_fee_percent, transferAmount, transferPercent }: InvoiceSplit,
  name: (param: string) => string,
): void {
  if ((application_fee ?? application_fee_percent) === undefined) return;
  const fee = `application_fee_${application_fee === undefined ? 'percent' : 'amount'}`;
  if (destination === undefined && platform === null) {
    throw rejected(
      `Can only apply an ${fee} when the request is made on behalf of another account (using an OAuth key, the Stripe-Account header, or the \`transfer_data[destination]\` parameter).`,
      { param: name(fee) },
    );
  }
  if ((transferAmount ?? transferPercent) === undefined) return;
  const part = transferAmount === undefined ? 'amount_percent' : 'amount';
  throw exclusiveParameters(`${fee}, transfer_data[${part}]`, name(fee));
}

/** How the payment of an invoice is shared of which `amount` is due. */
export function splitInvoice(
  { application_fee, application_fee_percent, on_behalf_of, ...split }: InvoiceSplit,
  amount: number,
): PaymentSplit {
  const { destination, transferAmount, transferPercent } = split;
  const part = (percent: number | undefined) =>
    percent === undefined ? undefined : Math.round((amount * Math.round(percent * 100)) / 10_000);
  const transferred = transferAmount ?? part(transferPercent);
  return defined({
    application_fee_amount: application_fee ?? part(application_fee_percent),
    on_behalf_of,
    transfer_data: destination === undefined ? undefined : defined({ amount: transferred, destination }),
  });
}
