import { noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, post } from '../../kinds/endpoint.ts';
import { emitChange, finder } from '../../kinds/objects.ts';
import { changedMetadata, metadata, object } from '../../kinds/params/composite.ts';
import { integer, optional, text } from '../../kinds/params/reader.ts';
import { alone } from '../../kinds/part.ts';
import { inRange, listFields, partList, readPage, timeRange } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { owned, subresource } from '../../kinds/subresource.ts';
import { applicationFeeWire, feeRefundWire } from '../../payments/splits/application-fee.ts';
import { refundFee } from '../../payments/splits/charge-application-fee.ts';

const PATH = '/v1/application_fees';

const listParams = object({ ...listFields, charge: optional(text()), created: timeRange });
const refundParams = object({ amount: optional(integer(1)), metadata });

const fees = resource(PATH, finder('application fee', 'applicationFees'), applicationFeeWire);
const findRefund = finder('fee refund', 'feeRefunds');
const refunds = subresource(`${PATH}/:id/refunds/:refund`, owned(findRefund, 'fee'), alone(feeRefundWire));

export const applicationFeeEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, (context, { charge, created, ...page }) => {
    if (charge !== undefined) requireAnywhere(context, charge);
    const matches = context.store.applicationFees.newestFirst(
      (fee) => (charge === undefined || fee.charge === charge) && inRange(fee.created, created),
    );
    return readPage(context, { matches, url: PATH, kind: 'application fee' }, page, (fee) =>
      applicationFeeWire(context, fee),
    );
  }),
  fees.retrieve,
  post(`${PATH}/:id/refunds`, refundParams, (context, params, { id = '' }) => {
    const refunded = refundFee(context, fees.find(context, id), {
      amount: params.amount,
      metadata: changedMetadata({}, params.metadata),
    });
    return feeRefundWire(refunded);
  }),
  partList(`${PATH}/:id/refunds`, 'fee refund', (context, id) => ({
    matches: context.store.feeRefunds.where('fee', fees.find(context, id).id),
    wire: feeRefundWire,
  })),
  refunds.retrieve,
  refunds.update(object({ metadata }), (context, before, params) => {
    const changed = changedMetadata(before.metadata, params.metadata);
    const after = context.store.feeRefunds.put({ ...before, metadata: changed });
    const former = feeRefundWire(before);
    return emitChange(context, 'application_fee.refund.updated', former, feeRefundWire(after));
  }),
];

/** The charge is in the connected account. */
function requireAnywhere({ store }: Context, charge: string): void {
  const charges = store.places.filter(([, { name }]) => name === 'charges');
  if (!charges.some(([, among]) => among.get(charge) !== undefined)) throw noSuch('charge', charge, 'charge');
}
