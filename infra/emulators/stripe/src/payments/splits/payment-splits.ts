import { exclusiveParameters, noSuch, rejected } from '../../description/api-error.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { object, type ReadFields } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue, text } from '../../kinds/params/reader.ts';

/** How a payment is shared between a platform and a connected account. */
export interface PaymentSplit {
  readonly application_fee?: number;
  /** The connected account that gets the money of a platform's charge. */
  readonly destination?: string;
  /** Absent if it gets all of it. */
  readonly transferAmount?: number;
  readonly on_behalf_of?: string;
  readonly transfer_group?: string;
}

/** How an invoice is shared: in amounts, or in percentages of what is due, with at most two decimal places. */
export interface InvoiceSplit extends PaymentSplit {
  readonly application_fee_percent?: number;
  readonly transferPercent?: number;
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

/** The parameters with which a payment is shared. */
export const splitParams = {
  application_fee_amount: optional(applicationFeeParam),
  on_behalf_of: optional(text()),
  transfer_data: optional(object({ amount: optional(integer(0, 99_999_999)), destination: text() })),
  transfer_group: optional(text()),
} as const;

/** The parameters that can change until the payment is made. */
export const splitChangeParams = {
  application_fee_amount: splitParams.application_fee_amount,
  transfer_data: optional(object({ amount: optional(integer(0, 99_999_999)) })),
} as const;

type Given = Partial<ReadFields<typeof splitParams>>;
interface Changes {
  readonly application_fee_amount?: number | null | undefined;
  readonly transfer_data?: ReadValue<typeof splitChangeParams.transfer_data>;
  readonly transfer_group?: string | undefined;
}

/** How a new payment of `amount` is shared; nothing if it is not. `within` names the parameter that holds the others. */
export function readSplit(
  context: Context,
  given: Given,
  amount: number,
  within = '',
): { split?: PaymentSplit } {
  const { application_fee_amount: fee, on_behalf_of, transfer_data: data } = given;
  const name = nameWithin(within);
  requireAccounts(context, given, name);
  if (fee !== undefined && data === undefined && context.platform === null) {
    throw rejected(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: name('application_fee_amount') },
    );
  }
  return checkedSplit(
    {
      ...(fee !== undefined && { application_fee: fee }),
      ...(data !== undefined && { destination: data.destination }),
      ...(data?.amount !== undefined && { transferAmount: data.amount }),
      ...(on_behalf_of !== undefined && { on_behalf_of }),
      ...(given.transfer_group !== undefined && { transfer_group: given.transfer_group }),
    },
    amount,
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

/** The same after a change of the payment. */
export function changedSplit(
  context: Context,
  before: PaymentSplit | undefined,
  { application_fee_amount: fee, transfer_data: data, transfer_group }: Changes,
  amount: number,
): { split?: PaymentSplit } {
  if (fee === null) {
    const { application_fee: _former, ...others } = before ?? {};
    return changedSplit(context, others, { transfer_data: data, transfer_group }, amount);
  }
  if (fee !== undefined && before?.destination === undefined) {
    return checkedSplit(
      { ...before, ...readSplit(context, { application_fee_amount: fee }, amount).split },
      amount,
    );
  }
  return checkedSplit(
    {
      ...before,
      ...(fee !== undefined && { application_fee: fee }),
      ...(data?.amount !== undefined && { transferAmount: data.amount }),
      ...(transfer_group !== undefined && { transfer_group }),
    },
    amount,
  );
}

function checkedSplit(split: PaymentSplit, amount: number): { split?: PaymentSplit } {
  const { application_fee, transferAmount } = split;
  if (application_fee !== undefined && transferAmount !== undefined) {
    throw exclusiveParameters('application_fee_amount, transfer_data[amount]', 'application_fee_amount');
  }
  if ((application_fee ?? 0) > amount) {
    throw rejected(
      `The application fee (${application_fee}) must not exceed the amount of the payment (${amount}).`,
      {
        param: 'application_fee_amount',
      },
    );
  }
  if ((transferAmount ?? 0) > amount) {
    throw rejected(
      `The transfer (${transferAmount}) must not exceed the amount of the payment (${amount}).`,
      {
        param: 'transfer_data[amount]',
      },
    );
  }
  return Object.keys(split).length === 0 ? {} : { split };
}
