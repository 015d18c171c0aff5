import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { deletion, type Endpoint, nothing, type PathParams, post } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { finder, requireCoupon, requireProduct } from '../lookup/lookup.ts';
import { requireUnreferred } from '../lookup/reusable-id.ts';
import { chosenId } from '../params/chosen-id.ts';
import { list as listOf, object } from '../params/composite.ts';
import { percentage } from '../params/decimal.ts';
import { rejectFarFuture, rejectPast } from '../params/future.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { randomText } from '../state/identifiers.ts';
import { couponWire } from '../wire/coupon-wire.ts';
import { currency } from './currencies.ts';

const createParams = object({
  amount_off: optional(integer(1, 99_999_999)),
  applies_to: optional(object({ products: optional(listOf(text())) })),
  currency: optional(currency),
  duration: optional(oneOf('forever', 'once', 'repeating')),
  duration_in_months: optional(integer(1)),
  id: optional(chosenId(200)),
  max_redemptions: optional(integer(1)),
  metadata,
  name: optional(text(40)),
  percent_off: optional(percentage),
  redeem_by: optional(integer()),
});
const updateParams = object({ metadata, name: clearable(text(40)) });

const PATH = '/v1/coupons';

const coupons = resource(PATH, finder('coupon', 'coupons'), couponWire, {
  event: 'coupon',
  find: requireCoupon,
});

export const couponEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  coupons.list({ where: ({ deleted }) => !deleted }),
  coupons.retrieve,
  coupons.update(updateParams, ({ name }) => ({ name })),
  deletion(`${PATH}/:id`, nothing, remove),
];

type NewCoupon = ReadValue<typeof createParams>;

function create(context: Context, params: NewCoupon): object {
  checkValue(params);
  checkDuration(params);
  for (const [index, product] of (params.applies_to?.products ?? []).entries()) {
    requireProduct(context, product, `applies_to[products][${index}]`);
  }
  const now = context.time.now();
  rejectPast(params.redeem_by, now, 'redeem_by');
  rejectFarFuture(params.redeem_by, now, 'redeem_by');
  return coupons.created(context, {
    id: freeId(context, params.id),
    created: now,
    deleted: false,
    name: params.name ?? null,
    percentOff: params.percent_off ?? null,
    amountOff: params.amount_off ?? null,
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    durationInMonths: params.duration_in_months ?? null,
    maxRedemptions: params.max_redemptions ?? null,
    redeemBy: params.redeem_by ?? null,
    timesRedeemed: 0,
    products: params.applies_to?.products ?? null,
    metadata: changedMetadata({}, params.metadata),
  });
}

function checkValue({ amount_off, percent_off, currency: given }: NewCoupon): void {
  if (amount_off === undefined && percent_off === undefined) {
    throw rejected('Must provide percent_off or amount_off.', { code: 'parameter_missing' });
  }
  if (amount_off !== undefined && percent_off !== undefined) {
    throw rejected('Received both percent_off and amount_off parameters. Please pass in only one.');
  }
  if (amount_off === undefined || given !== undefined) return;
  throw rejected('You must pass currency when passing amount_off', { param: 'currency' });
}

function checkDuration({ duration, duration_in_months: months }: NewCoupon): void {
  if (duration === 'repeating' && months === undefined) {
    throw rejected(
      'The duration_in_months param must be set when creating a coupon with a repeating duration',
      { param: 'duration' },
    );
  }
  if (duration === 'repeating' || months === undefined) return;
  throw rejected('`duration_in_months` can only be used where `duration` is `repeating`.', {
    param: 'duration_in_months',
  });
}

function freeId({ store }: Context, requested: string | undefined): string {
  const id = requested ?? randomText(8);
  const former = store.coupons.get(id);
  if (former === undefined) return id;
  if (former.deleted) {
    requireUnreferred(store, 'coupon', id);
    store.coupons.delete(id);
    return id;
  }
  throw rejected('Coupon already exists.', { code: 'resource_already_exists' });
}

function remove(context: Context, _params: object, { id = '' }: PathParams): object {
  const deleted = context.store.coupons.put({ ...requireCoupon(context, id), deleted: true });
  emit(context, 'coupon.deleted', couponWire(context, deleted));
  return { id, object: 'coupon', deleted: true };
}
