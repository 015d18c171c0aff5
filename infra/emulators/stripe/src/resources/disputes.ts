import { closeDispute } from '../billing/dispute-charge.ts';
import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { type Endpoint, endpoint, type PathParams } from '../http/endpoint.ts';
import { OF_CHARGE, resource } from '../http/resource.ts';
import { requireDispute } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import type { ReadValue } from '../params/reader.ts';
import { disputeWire } from '../wire/dispute-wire.ts';

const PATH = '/v1/disputes';

const updateParams = object({ metadata });

const disputes = resource({
  path: PATH,
  noun: 'dispute',
  among: (store) => store.disputes,
  wire: disputeWire,
});

/** Disputes are opened and decided by banks: through a test card or the control interface. */
export const disputeEndpoints: readonly Endpoint[] = [
  disputes.list({ filters: OF_CHARGE }),
  disputes.retrieve,
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: updateParams, handle: update }),
  endpoint({ method: 'POST', path: `${PATH}/:id/close`, params: object({}), handle: close }),
];

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  if (dispute.status === 'won' || dispute.status === 'lost') throw closed();
  const after = { ...dispute, metadata: changedMetadata(dispute.metadata, params.metadata) };
  return disputeWire(context, context.store.disputes.put(after));
}

const closed = () => rejected('This dispute is already closed');

/** Accepts the dispute as lost. */
function close(context: Context, _params: object, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  if (dispute.status !== 'needs_response') throw closed();
  return disputeWire(context, closeDispute(context, dispute, 'lost'));
}
