import type Stripe from 'stripe';
import { invalidRequest, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, nothing, type PathParams, post } from '../kinds/endpoint.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../kinds/params/reader.ts';
import { alone } from '../kinds/part.ts';
import { partList } from '../kinds/read-page.ts';
import { OF_CHARGE, resource } from '../kinds/resource.ts';
import { owned, subresource } from '../kinds/subresource.ts';
import { chargeWire, requireCharge } from './charge.ts';
import type { Charge } from './payment-entities.ts';
import { requireIntent } from './payment-intent.ts';
import { refundWire, requireRefund } from './refund.ts';
import { announceRefund, noSuccessfulCharge, refundCharge } from './refund-charge.ts';

const described = describedParams<Stripe.RefundCreateParams>('POST /v1/refunds');
const fields = {
  amount: optional(integer(1)),
  ...described('metadata', 'payment_intent', 'reason', 'refund_application_fee', 'reverse_transfer'),
} as const;

const createParams = object({ ...fields, ...described('charge') });
const createOfChargeParams = object(fields);
const updateParams = object({ metadata });

const PATH = '/v1/refunds';
/** Older clients refund a charge here, and the list of refunds in a charge names it. */
const PATH_OF_CHARGE = '/v1/charges/:charge/refunds';

const refunds = resource(PATH, requireRefund, alone(refundWire));
const ofCharge = subresource(`${PATH_OF_CHARGE}/:id`, owned(requireRefund, 'charge'), alone(refundWire));

export const refundEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  refunds.list({ fields: OF_CHARGE }),
  refunds.retrieve,
  post(`${PATH}/:id`, updateParams, update),
  /** Only refunds that wait for the customer's bank details could be canceled, and refunds to cards never do. */
  post(`${PATH}/:id/cancel`, nothing, (context, _params, { id = '' }) => {
    requireRefund(context, id);
    throw rejected('Canceling this refund is unsupported.');
  }),
  partList(PATH_OF_CHARGE, 'refund', (context, charge) => ({
    matches: context.store.refunds.where('charge', requireCharge(context, charge).id),
    wire: refundWire,
  })),
  post(PATH_OF_CHARGE, createOfChargeParams, (context, params, { charge = '' }) =>
    create(context, { ...params, charge }),
  ),
  post('/v1/charges/:charge/refund', createOfChargeParams, (context, params, { charge = '' }) => {
    create(context, { ...params, charge });
    return chargeWire(context, requireCharge(context, charge));
  }),
  ofCharge.retrieve,
  ofCharge.update(updateParams, (context, { id }, params) => update(context, params, { id })),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const charge = findRefundedCharge(context, params);
  const refund = refundCharge(context, charge, {
    amount: params.amount,
    reason: params.reason ?? null,
    metadata: changedMetadata({}, params.metadata),
    refundsFee: params.refund_application_fee,
    reversesTransfer: params.reverse_transfer,
  });
  return refundWire(refund);
}

function findRefundedCharge(context: Context, params: ReadValue<typeof createParams>): Charge {
  const named = params.charge === undefined ? undefined : requireCharge(context, params.charge);
  if (params.payment_intent === undefined) {
    if (named !== undefined) return named;
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    );
  }
  const intent = requireIntent(context, params.payment_intent, 'payment_intent');
  if (named !== undefined) return named;
  if (intent.status === 'succeeded' && intent.latest_charge !== null) {
    return requireCharge(context, intent.latest_charge, 'payment_intent');
  }
  throw noSuccessfulCharge(intent.id);
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const refund = requireRefund(context, id);
  const updated = context.store.refunds.put({
    ...refund,
    metadata: changedMetadata(refund.metadata, params.metadata),
  });
  announceRefund(context, refund, updated);
  return refundWire(updated);
}
