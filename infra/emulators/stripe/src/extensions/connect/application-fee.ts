import type Stripe from 'stripe';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import type { ApplicationFee, FeeRefund } from './transfer-entities.ts';

export function applicationFeeWire({ store }: Context, fee: ApplicationFee): Stripe.ApplicationFee {
  const refunds = store.feeRefunds.where('fee', fee.id);
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.account,
    amount: fee.amount,
    amount_refunded: fee.amount_refunded,
    application: APPLICATION_ID,
    balance_transaction: fee.balance_transaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: fee.originating_transaction,
    refunded: fee.amount_refunded === fee.amount,
    refunds: embeddedList(Array.from(refunds, feeRefundWire), `/v1/application_fees/${fee.id}/refunds`),
  };
}

export function feeRefundWire(refund: FeeRefund): Stripe.FeeRefund {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    created: refund.created,
    currency: refund.currency,
    fee: refund.fee,
    metadata: refund.metadata,
  };
}
