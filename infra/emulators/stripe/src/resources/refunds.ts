import { closeDispute, disputeOf, inquiryOf } from '../billing/dispute-charge.ts';
import type { Context } from '../context.ts';
import { missingParameter, noSuch, refused } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireCharge, requireIntent } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { newId } from '../state/identifiers.ts';
import type { Charge, Refund } from '../state/payment-entities.ts';
import { chargeWire } from '../wire/charge-wire.ts';
import { refundWire } from '../wire/refund-wire.ts';

const createParams = object(
  {
    amount: optional(integer(1)),
    charge: optional(text()),
    metadata,
    payment_intent: optional(text()),
    reason: optional(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  },
  ['currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee', 'reverse_transfer'],
);

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

function requireRefund(context: Context, id: string): Refund {
  const refund = context.store.refunds.get(id);
  if (refund === undefined) throw noSuch('refund', id);
  return refund;
}

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const charge = chargeOf(context, params);
  const amount = refundableAmount(charge, params.amount);
  refuseRefund(context, charge);
  const refund = context.store.refunds.put({
    id: newId('re'),
    created: context.time.now(),
    amount,
    currency: charge.currency,
    charge: charge.id,
    customer: charge.customer,
    paymentIntent: charge.paymentIntent,
    paymentMethod: charge.paymentMethod,
    reason: params.reason ?? null,
    metadata: changedMetadata({}, params.metadata),
  });
  const amountRefunded = charge.amountRefunded + amount;
  const refunded = context.store.charges.put({ ...charge, amountRefunded });
  emit(context, 'refund.created', refundWire(refund));
  emit(context, 'charge.refunded', chargeWire(refunded), { amount_refunded: charge.amountRefunded });
  const inquiry = inquiryOf(context, charge);
  if (inquiry !== undefined && amountRefunded === charge.amount)
    closeDispute(context, inquiry, 'warning_closed');
  return refundWire(refund);
}

function chargeOf(context: Context, params: ReadValue<typeof createParams>): Charge {
  if (params.charge !== undefined) return requireCharge(context, params.charge, 'charge');
  if (params.payment_intent === undefined) throw missingParameter('payment_intent');
  const intent = requireIntent(context, params.payment_intent, 'payment_intent');
  if (intent.status === 'succeeded' && intent.latestCharge !== null) {
    return requireCharge(context, intent.latestCharge, 'payment_intent');
  }
  throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    code: 'resource_missing',
    param: 'payment_intent',
  });
}

/** A refund that Stripe cannot make, though there is something left to refund. */
function refuseRefund(context: Context, charge: Charge): void {
  if (disputeOf(context, charge) !== undefined) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (context.settings.switches.refundRefusal === 'insufficient_balance') {
    throw refused('Insufficient funds in your Stripe balance to refund this amount.');
  }
}

function refundableAmount(charge: Charge, wanted: number | undefined): number {
  const left = charge.amount - charge.amountRefunded;
  if (charge.failure !== null)
    throw refused(`Charge ${charge.id} was not successful and cannot be refunded.`);
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (wanted === undefined || wanted <= left) return wanted ?? left;
  throw refused(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`, {
    param: 'amount',
  });
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const refund = requireRefund(context, id);
  const updated = context.store.refunds.put({
    ...refund,
    metadata: changedMetadata(refund.metadata, params.metadata),
  });
  emit(context, 'refund.updated', refundWire(updated), { metadata: refund.metadata });
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
