import type { Context } from '../../context.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import { couponWire } from '../../wire/coupon-wire.ts';
import type { VersionChange } from './version-change.ts';

/** Before, the coupon was embedded; now it is an id. */
function couponAt({ store, ...context }: Context, reference: unknown): JsonObject | null {
  const id = isObject(reference) ? reference.coupon : null;
  if (isObject(id)) return id;
  const coupon = store.coupons.get(String(id));
  return coupon === undefined ? null : { ...couponWire({ store, ...context }, coupon) };
}

/** Moves a discount's coupon to `source`, as an id. */
export const CLOVER: VersionChange = {
  since: '2025-09-30.clover',
  objects: {
    discount: (context, { source, ...discount }) => ({ ...discount, coupon: couponAt(context, source) }),
    promotion_code: (context, { promotion, ...code }) => ({ ...code, coupon: couponAt(context, promotion) }),
  },
  params: {
    'POST /v1/promotion_codes': ({ coupon, ...rest }) =>
      coupon === undefined ? rest : { ...rest, promotion: { coupon, type: 'coupon' } },
  },
};
