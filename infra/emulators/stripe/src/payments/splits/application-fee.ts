import type Stripe from 'stripe';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import type { Entity, Labelled } from '../../kinds/store/entity.ts';

/** What the platform keeps of a payment to a connected account. */
export interface ApplicationFee extends Entity {
  readonly account: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  /** In the connected account. */
  readonly charge: string;
  /** The platform's own charge, if it was one to a destination. */
  readonly originating_transaction: string | null;
  readonly balance_transaction: string;
}

export interface FeeRefund extends Labelled {
  readonly amount: number;
  readonly currency: string;
  readonly fee: string;
  readonly balance_transaction: string;
}

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
