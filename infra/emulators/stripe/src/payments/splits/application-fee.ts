import type Stripe from 'stripe';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import type { Entity, Labelled } from '../../kinds/store/entity.ts';
import { shown } from '../../kinds/store/kind-type.ts';

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

const show = shown<Stripe.ApplicationFee>('application_fee', { application: APPLICATION_ID });

export function applicationFeeWire({ store }: Context, fee: ApplicationFee): Stripe.ApplicationFee {
  const refunds = store.feeRefunds.where('fee', fee.id);
  return show(fee, {
    fee_source: { charge: fee.charge, type: 'charge' },
    refunded: fee.amount_refunded === fee.amount,
    refunds: embeddedList(Array.from(refunds, feeRefundWire), `/v1/application_fees/${fee.id}/refunds`),
  });
}

export const feeRefundWire: (refund: FeeRefund) => Stripe.FeeRefund = shown('fee_refund', {}, ['livemode']);
