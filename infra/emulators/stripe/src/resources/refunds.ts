import { announceRefund, refundCharge } from '../billing/refund-charge.ts';
import type { Context } from '../context.ts';
import { invalidRequest, rejected } from '../errors/api-error.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireCharge, requireIntent, requireRefund } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import type { Charge } from '../state/payment-entities.ts';
import { refundWire } from '../wire/refund-wire.ts';

const createParams = object({
  amount: optional(integer(1)),
  charge: optional(text()),
  metadata,
  payment_intent: optional(text()),
  reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
});

const listParams = object({
  ...listFields,
  charge: optional(text()),
  created: timeRange,
  payment_intent: optional(text()),
});

const updateParams = object({ metadata });

const PATH = '/v1/refunds';

export const refundEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: PATH, params: createParams, handle: create }),
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => refundWire(requireRefund(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: updateParams, handle: update }),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const charge = chargeOf(context, params);
  const refund = refundCharge(context, charge, {
    amount: params.amount,
    reason: params.reason ?? null,
    metadata: changedMetadata({}, params.metadata),
  });
  return refundWire(refund);
}

function chargeOf(context: Context, params: ReadValue<typeof createParams>): Charge {
  if (params.charge !== undefined) return requireCharge(context, params.charge, 'charge');
  if (params.payment_intent === undefined) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: 'parameter_missing' },
    );
  }
  const intent = requireIntent(context, params.payment_intent, 'payment_intent');
  if (intent.status === 'succeeded' && intent.latestCharge !== null) {
    return requireCharge(context, intent.latestCharge, 'payment_intent');
  }
  throw rejected(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    code: 'resource_missing',
    param: 'payment_intent',
  });
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

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { charge, created, payment_intent } = params;
  const matches = context.store.refunds.newestFirst(
    (refund) =>
      (charge === undefined || refund.charge === charge) &&
      (payment_intent === undefined || refund.paymentIntent === payment_intent) &&
      inRange(refund.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'refund' }, params, refundWire);
}
