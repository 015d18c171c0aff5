import type Stripe from 'stripe';
import { exclusiveParameters, noSuch, rejected } from '../../description/api-error.ts';
import { defined, isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import type { ReadFields } from '../../kinds/params/composite.ts';
import { integer } from '../../kinds/params/reader.ts';

/** How a payment is shared between a platform and a connected account. */
export interface PaymentSplit {
  readonly application_fee_amount?: number | null;
  readonly on_behalf_of?: string;
  /** The connected account that gets the money of a platform's charge, or so much of it. */
  readonly transfer_data?: { readonly amount?: number | undefined; readonly destination: string };
  readonly transfer_group?: string;
}

/** How an invoice is shared: in amounts, or in percentages of what is due, with at most two decimal places. */
export interface InvoiceSplit extends Pick<PaymentSplit, 'on_behalf_of'> {
  readonly application_fee?: number;
  readonly application_fee_percent?: number;
  readonly destination?: string;
  readonly transferAmount?: number;
  readonly transferPercent?: number;
}

/** What a charge takes over from its payment. */
export function splitOf(payment: PaymentSplit): PaymentSplit {
  const { application_fee_amount, on_behalf_of, transfer_data, transfer_group } = payment;
  return defined({ application_fee_amount, on_behalf_of, transfer_data, transfer_group });
}

const RECEIVING = ['transfers', 'crypto_transfers', 'legacy_payments'];

/** A connected account that may receive money. */
export function requireDestination(context: Context, id: string, param = 'destination'): ConnectedAccount {
  const account = context.store.accounts.get(id);
  if (account === undefined || account.deleted) throw noSuch('destination', id, param);
  const { capabilities = {} } = { ...context.installed.references.account?.show(context, id) } as JsonObject;
  if (isObject(capabilities) && RECEIVING.some((name) => capabilities[name] === 'active')) return account;
  throw rejected(
    `Your destination account needs to have at least one of the following capabilities enabled: ${RECEIVING.join(', ')}`,
    { code: 'insufficient_capabilities_for_transfer' },
  );
}

export const applicationFeeParam = integer(0, 99_999_999);

const described = (...parts: readonly string[]) =>
  describedParams<Stripe.PaymentIntentCreateParams>('POST /v1/payment_intents', {
    application_fee_amount: applicationFeeParam,
    transfer_data: ['amount', ...parts],
    'transfer_data[amount]': applicationFeeParam,
  });

/** The parameters with which a payment is shared. */
export const splitParams = described('destination')(
  'application_fee_amount',
  'on_behalf_of',
  'transfer_data',
  'transfer_group',
);

/** The parameters that can change until the payment is made. */
export const splitChangeParams = described()('application_fee_amount', 'transfer_data');

type Given = Partial<ReadFields<typeof splitParams>>;
interface Changes extends Pick<Given, 'transfer_group'> {
  readonly application_fee_amount?: number | null | undefined;
  readonly transfer_data?: { readonly amount?: number } | undefined;
}

/** How a new payment of `amount` is shared. `within` names the parameter that holds the others. */
export function readSplit(context: Context, given: Given, amount: number, within = ''): PaymentSplit {
  const { application_fee_amount: fee, transfer_data: data } = given;
  const name = nameWithin(within);
  requireAccounts(context, given, name);
  if (fee !== undefined && data === undefined) rejectPlatform(context, name);
  rejectExcess(fee, data?.amount, amount);
  return splitOf(given as PaymentSplit);
}

/** Without a destination, a fee is one of a connected account's own payment. */
function rejectPlatform({ platform }: Context, name: (param: string) => string): void {
  if (platform !== null) return;
  throw rejected(
    'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    { param: name('application_fee_amount') },
  );
}

interface Sharing {
  readonly on_behalf_of?: string | null | undefined;
  readonly transfer_data?: { readonly destination: string } | null | undefined;
}

export function requireAccounts(
  context: Context,
  { on_behalf_of, transfer_data: data }: Sharing,
  name: (param: string) => string,
): void {
  if (data != null) requireDestination(context, data.destination, name('transfer_data[destination]'));
  if (on_behalf_of != null && context.store.accounts.get(on_behalf_of)?.deleted !== false) {
    throw noSuch('account', on_behalf_of, name('on_behalf_of'));
  }
}

/** Names parameters as parts of another one. */
export function nameWithin(within: string): (param: string) => string {
  return (param) => (within === '' ? param : param.replace(/^\w+/, (whole) => `${within}[${whole}]`));
}

/** How a payment is shared after a change of it. */
export function changedSplit(
  context: Context,
  { application_fee_amount: former, transfer_data: before }: PaymentSplit,
  { application_fee_amount: fee, transfer_data: data, transfer_group }: Changes,
  amount: number,
): PaymentSplit {
  if (fee != null && before === undefined) rejectPlatform(context, (name) => name);
  const part = data?.amount ?? before?.amount;
  rejectExcess(fee === undefined ? former : fee, part, amount);
  return defined({
    application_fee_amount: fee,
    transfer_data: before && part !== undefined ? { ...before, amount: part } : undefined,
    transfer_group,
  });
}

function rejectExcess(fee: number | null | undefined, part: number | undefined, amount: number): void {
  if (fee != null && part !== undefined) {
    throw exclusiveParameters('application_fee_amount, transfer_data[amount]', 'application_fee_amount');
  }
  if ((fee ?? 0) > amount) {
    throw rejected(`The application fee (${fee}) must not exceed the amount of the payment (${amount}).`, {
      param: 'application_fee_amount',
    });
  }
  if ((part ?? 0) <= amount) return;
  throw rejected(`The transfer (${part}) must not exceed the amount of the payment (${amount}).`, {
    param: 'transfer_data[amount]',
  });
}
