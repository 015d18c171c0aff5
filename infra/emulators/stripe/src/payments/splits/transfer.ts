import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { type Kept, type Labelled, shown } from '../../kinds/store/kind-type.ts';

/** Money from the platform's balance to a connected account. */
export interface Transfer
  extends Labelled,
    Pick<
      Kept<Stripe.Transfer>,
      'amount' | 'amount_reversed' | 'currency' | 'description' | 'transfer_group'
    > {
  readonly destination: string;
  /** The charge in the connected account. */
  readonly destination_payment: string;
  readonly balance_transaction: string;
  /** The charge whose money it is; null if it is taken from the available balance. */
  readonly source_transaction: string | null;
  readonly source_type: 'bank_account' | 'card';
}

/** It names the refund in the connected account, and the refund that caused it, if any. */
export interface TransferReversal extends Labelled, Omit<Kept<Stripe.TransferReversal>, keyof Labelled> {}

const show = shown<Stripe.Transfer>('transfer', {});

export function transferWire({ store }: Context, transfer: Transfer): Stripe.Transfer {
  const reversals = store.transferReversals.where('transfer', transfer.id);
  return show(transfer, {
    reversals: embeddedList(
      Array.from(reversals, transferReversalWire),
      `/v1/transfers/${transfer.id}/reversals`,
    ),
    reversed: transfer.amount_reversed === transfer.amount,
  });
}

export const transferReversalWire: (reversal: TransferReversal) => Stripe.TransferReversal = shown(
  'transfer_reversal',
  {},
  ['livemode'],
);
