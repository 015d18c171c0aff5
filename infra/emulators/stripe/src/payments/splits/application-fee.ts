import type Stripe from 'stripe';
import { APPLICATION_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { type Kept, type Labelled, shown } from '../../kinds/store/kind-type.ts';

type Computed = 'application' | 'fee_source' | 'refunded' | 'refunds';

/** What the platform keeps of a payment to a connected account, whose charge it names; the originating one is the platform's. */
export type ApplicationFee = Kept<Stripe.ApplicationFee, Computed>;

export interface FeeRefund extends Labelled, Omit<Kept<Stripe.FeeRefund>, keyof Labelled> {}

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
