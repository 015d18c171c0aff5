import type Stripe from 'stripe';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { money } from '../../kinds/money.ts';
import { finder } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { clearable, integer, oneOf, text } from '../../kinds/params/reader.ts';
import { alone } from '../../kinds/part.ts';
import { partList } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { owned, subresource } from '../../kinds/subresource.ts';
import { availableFunds } from '../../payments/balance-transactions.ts';
import { requireCharge } from '../../payments/charge.ts';
import type { Charge } from '../../payments/payment-entities.ts';
import { makeTransfer } from '../../payments/splits/make-transfer.ts';
import { requireDestination } from '../../payments/splits/payment-splits.ts';
import { reverseTransfer } from '../../payments/splits/reverse-transfer.ts';
import { transferReversalWire, transferWire } from '../../payments/splits/transfer.ts';

const PATH = '/v1/transfers';

const createParams = callParams<
  Stripe.TransferCreateParams,
  { amount: number; source_type?: 'bank_account' | 'card' }
>(`POST ${PATH}`, {
  'amount!': integer(1, 99_999_999_999),
  source_type: oneOf('bank_account', 'card'),
});
const updateParams = callParams<Stripe.TransferUpdateParams>(`POST ${PATH}/:id`, {
  description: clearable(text()),
});
const reverseParams = callParams<Stripe.TransferCreateReversalParams>(`POST ${PATH}/:id/reversals`, {
  amount: integer(1),
});
const updateReversalParams = callParams<Stripe.TransferUpdateReversalParams>(
  `POST ${PATH}/:id/reversals/:reversal`,
);

const transfers = resource(PATH, finder('transfer', 'transfers'), transferWire, { event: 'transfer' });
const findReversal = finder('transfer reversal', 'transferReversals');
const requireReversal = owned(findReversal, 'transfer', transfers.find);
const reversals = subresource(
  `${PATH}/:id/reversals/:reversal`,
  requireReversal,
  alone(transferReversalWire),
);

export const transferEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const { amount, currency: money, source_transaction: source, source_type = 'card' } = params;
    const destination = requireDestination(context, params.destination).id;
    const charge = source === undefined ? null : requireSource(context, source, amount, money);
    if (charge === null && availableFunds(context, money)[source_type] < amount)
      throw insufficientFunds(context);
    const transfer = makeTransfer(context, {
      amount,
      available_on: context.store.ledger.get(charge?.balance_transaction ?? '')?.available_on,
      currency: money,
      description: params.description ?? null,
      destination,
      metadata: changedMetadata({}, params.metadata),
      source_transaction: charge?.id ?? null,
      source_type,
      transfer_group: groupFor(context, charge, params.transfer_group),
    });
    return transferWire(context, transfer);
  }),
  transfers.list({
    fields: ['destination', 'transfer_group'],
  }),
  transfers.retrieve,
  transfers.update(updateParams, ({ description }) => ({ description })),
  post(`${PATH}/:id/reversals`, reverseParams, (context, params, { id = '' }) => {
    const reversal = reverseTransfer(context, transfers.find(context, id), {
      amount: params.amount,
      metadata: changedMetadata({}, params.metadata),
      refundsFee: params.refund_application_fee,
    });
    return transferReversalWire(reversal);
  }),
  partList(`${PATH}/:id/reversals`, 'transfer reversal', (context, id) => ({
    matches: context.store.transferReversals.where('transfer', transfers.find(context, id).id),
    wire: transferReversalWire,
  })),
  reversals.retrieve,
  reversals.update(updateReversalParams, (context, before, params) => {
    const changed = changedMetadata(before.metadata, params.metadata);
    return transferReversalWire(context.store.transferReversals.put({ ...before, metadata: changed }));
  }),
];

/** A charge and its transfers are in one group. */
function groupFor({ store }: Context, charge: Charge | null, given: string | undefined): string | null {
  if (charge === null) return given ?? null;
  const transfer_group = given ?? charge.transfer_group ?? `group_${charge.payment_intent ?? charge.id}`;
  if (charge.transfer_group === undefined) store.charges.put({ ...charge, transfer_group });
  return transfer_group;
}

/** A captured charge of which enough is left to be transferred. */
function requireSource(context: Context, id: string, amount: number, wanted: string): Charge {
  const charge = requireCharge(context, id, 'source_transaction');
  if (charge.failure !== null || charge.amount_captured === null) {
    throw rejected(`Charge ${id} has not been captured, and cannot be the source of a transfer.`, {
      param: 'source_transaction',
    });
  }
  if (charge.currency !== wanted) {
    throw rejected(
      `The currency of source_transaction's balance transaction (${charge.currency}) must be the same as the transfer currency (${wanted})`,
      { param: 'currency' },
    );
  }
  const whole = charge.amount_captured ?? charge.amount;
  const former = [...context.store.transfers.values()].filter((each) => each.source_transaction === id);
  const taken = former.reduce((sum, each) => sum + each.amount, 0);
  if (taken + amount <= whole) return charge;
  const limit = `Transfers using this transaction as a source must not exceed the source amount of ${money(whole, wanted)}.`;
  const reason =
    taken === 0
      ? ''
      : ` (There is already a transfer using this source, amounting to ${money(taken, wanted)}.)`;
  throw rejected(limit + reason);
}

function insufficientFunds({ livemode }: Context): Error {
  const advice = livemode
    ? 'One likely reason you have insufficient funds is that your funds are automatically being paid out; try enabling manual payouts by going to https://dashboard.stripe.com/account/payouts.'
    : 'Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance';
  return rejected(`You have insufficient available funds in your Stripe account. ${advice}`, {
    code: 'balance_insufficient',
  });
}
