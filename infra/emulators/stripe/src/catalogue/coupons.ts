import { rejected } from '../description/api-error.ts';
import { rejectFarFuture, rejectPast } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { type Given, kept } from '../kinds/given-fields.ts';
import { emit, finder } from '../kinds/objects.ts';
import { clearable, integer, percentage, text } from '../kinds/params/reader.ts';
import { chosenId } from '../kinds/params/texts.ts';
import { randomText } from '../kinds/random-text.ts';
import { requireUnreferred } from '../kinds/reusable-id.ts';
import { type Coupon, couponWire, PLAIN_COUPON, requireCoupon } from './coupon.ts';
import { requireProduct } from './product.ts';

const positive = integer(1);

export const { endpoints: couponEndpoints } = kept<Coupon, NewCoupon & Given>({
  type: 'coupon',
  path: '/v1/coupons',
  event: 'coupon',
  finder: finder('coupon', 'coupons'),
  find: requireCoupon,
  readers: {
    amount_off: integer(1, 99_999_999),
    currency_options: null,
    duration_in_months: positive,
    id: chosenId(200),
    max_redemptions: positive,
    name: clearable(text(40)),
    percent_off: percentage,
  },
  newId: ({ store }, { id: requested }) => {
    const id = requested ?? randomText(8);
    const former = store.coupons.get(id);
    if (former === undefined) return id;
    if (former.hidden?.deleted) {
      requireUnreferred(store, 'coupon', id);
      store.coupons.delete(id);
      return id;
    }
    throw rejected('Coupon already exists.', { code: 'resource_already_exists' });
  },
  made: (context, given) => {
    check(context, given);
    return given.amount_off === undefined ? { currency: null } : {};
  },
  listing: { where: ({ hidden }) => !hidden?.deleted },
  plain: PLAIN_COUPON,
  wire: couponWire,
  remove: (context, coupon) => {
    const deleted = context.store.coupons.put({ ...coupon, hidden: { deleted: true } });
    emit(context, 'coupon.deleted', couponWire(context, deleted));
  },
});

type NewCoupon = Partial<Coupon>;

function check(context: Context, params: NewCoupon): void {
  checkValue(params);
  checkDuration(params);
  for (const [index, product] of (params.applies_to?.products ?? []).entries()) {
    requireProduct(context, product, `applies_to[products][${index}]`);
  }
  const now = context.time.now();
  rejectPast(params.redeem_by ?? undefined, now, 'redeem_by');
  rejectFarFuture(params.redeem_by ?? undefined, now, 'redeem_by');
}

function checkValue({ amount_off, percent_off, currency: given }: NewCoupon): void {
  if (amount_off === undefined && percent_off === undefined) {
    throw rejected('Must provide percent_off or amount_off.', { code: 'parameter_missing' });
  }
  if (amount_off !== undefined && percent_off !== undefined) {
    throw rejected('Received both percent_off and amount_off parameters. Please pass in only one.');
  }
  if (amount_off === undefined || given !== undefined) return;
  throw rejected('You must pass currency when passing amount_off', 'currency');
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
