import { closeDispute } from '../billing/dispute-charge.ts';
import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireDispute } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { optional, type ReadValue, text } from '../params/reader.ts';
import { disputeWire } from '../wire/dispute-wire.ts';

const PATH = '/v1/disputes';

const listParams = object({
  ...listFields,
  charge: optional(text()),
  created: timeRange,
  payment_intent: optional(text()),
});

const updateParams = object({ metadata });

/** Disputes are opened and decided by banks: through a test card or the control interface. */
export const disputeEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => disputeWire(context, requireDispute(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: updateParams, handle: update }),
  endpoint({ method: 'POST', path: `${PATH}/:id/close`, params: object({}), handle: close }),
];

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  const after = { ...dispute, metadata: changedMetadata(dispute.metadata, params.metadata) };
  return disputeWire(context, context.store.disputes.put(after));
}

/** Accepts the dispute as lost. */
function close(context: Context, _params: object, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  if (dispute.status !== 'needs_response') throw rejected('This dispute is already closed.');
  return disputeWire(context, closeDispute(context, dispute, 'lost'));
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { charge, created, payment_intent } = params;
  const matches = context.store.disputes.newestFirst(
    (dispute) =>
      (charge === undefined || dispute.charge === charge) &&
      (payment_intent === undefined || dispute.paymentIntent === payment_intent) &&
      inRange(dispute.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'dispute' }, params, (dispute) =>
    disputeWire(context, dispute),
  );
}
