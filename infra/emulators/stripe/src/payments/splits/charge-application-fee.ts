import { rejected } from '../../description/api-error.ts';
import { inConnected, inPlatform } from '../../kinds/account-contexts.ts';
import { ACCOUNT_NAME, type Context } from '../../kinds/context.ts';
import { emit, emitChange, newId } from '../../kinds/objects.ts';
import type { Metadata } from '../../kinds/store/kind-type.ts';
import { enterMovement, enterReturn } from '../enter-in-ledger.ts';
import { type ApplicationFee, applicationFeeWire, type FeeRefund } from './application-fee.ts';

interface NewFee extends Pick<ApplicationFee, 'amount' | 'charge' | 'currency' | 'originating_transaction'> {
  readonly available_on: number | undefined;
}

/** Gives the platform its part of a payment to the connected account of `own`; returns its id. */
export function createFee(own: Context, { available_on, ...given }: NewFee): string {
  const context = inPlatform(own);
  const { accountId: account } = own;
  const { email } = context.store.accounts.get(account) ?? {};
  const id = newId('fee');
  const { amount, currency } = given;
  const description = `Application fee from application ${ACCOUNT_NAME} for ${email ?? account} (${account})`;
  const entry = { amount, currency, description, source: id, type: 'application_fee' } as const;
  const fee = context.store.applicationFees.put({
    ...given,
    id,
    created: context.time.now(),
    account,
    amount_refunded: 0,
    balance_transaction: enterMovement(context, entry, available_on),
  });
  emit(context, 'application_fee.created', applicationFeeWire(context, fee));
  return id;
}

/** Returns a fee to its account in whole or in part. `context` is the platform's. */
export function refundFee(
  context: Context,
  fee: ApplicationFee,
  { amount: requested, metadata = {} }: { amount?: number | undefined; metadata?: Metadata },
): FeeRefund {
  const left = fee.amount - fee.amount_refunded;
  const amount = requested ?? left;
  if (left === 0) {
    throw rejected(`Application fee ${fee.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on fee (${left})`;
    throw rejected(message, 'amount');
  }
  const id = newId('fr');
  const { currency } = fee;
  const description = 'REFUND FOR APPLICATION FEE';
  const entry = { currency, description, source: id, type: 'application_fee_refund' } as const;
  const own = inConnected(context, fee.account);
  enterReturn(own, { ...entry, amount }, own.store.charges.get(fee.charge));
  const refund = context.store.feeRefunds.put({
    id,
    created: context.time.now(),
    amount,
    currency,
    fee: fee.id,
    balance_transaction: enterReturn(context, { ...entry, amount: -amount }, fee),
    metadata,
  });
  const before = applicationFeeWire(context, fee);
  const refunded = context.store.applicationFees.put({
    ...fee,
    amount_refunded: fee.amount_refunded + amount,
  });
  emitChange(context, 'application_fee.refunded', before, applicationFeeWire(context, refunded));
  return refund;
}
