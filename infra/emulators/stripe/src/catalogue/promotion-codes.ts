import type Stripe from 'stripe';
import { missingParameter, rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import { rejectFarFuture, rejectPast } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { finder, newId, requireReferred } from '../kinds/objects.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, object } from '../kinds/params/composite.ts';
import { integer, type ReadValue } from '../kinds/params/reader.ts';
import { rejectOtherCharacters } from '../kinds/params/texts.ts';
import { randomText } from '../kinds/random-text.ts';
import { resource } from '../kinds/resource.ts';
import { type Coupon, findCoupon, isValid, requireCoupon } from './coupon.ts';
import { isActive, isRedeemable, promotionCodeWire, requirePromotionCode } from './promotion-code.ts';
import { activeCode } from './redeemable.ts';

const PATH = '/v1/promotion_codes';

const described = describedParams<Stripe.PromotionCodeCreateParams>(`POST ${PATH}`, {
  max_redemptions: integer(1),
  restrictions: ['first_time_transaction', 'minimum_amount', 'minimum_amount_currency'],
  'restrictions[minimum_amount]': integer(1),
});

const createParams = object({
  ...described('active', 'code', 'customer', 'expires_at', 'max_redemptions', 'metadata', 'promotion'),
  ...described('restrictions'),
});

const codes = resource(PATH, finder('promotion_code', 'promotionCodes'), promotionCodeWire, {
  event: 'promotion_code',
  find: requirePromotionCode,
});

export const promotionCodeEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  codes.list({
    fields: ['coupon', 'customer'],
    filters: {
      active: (code, context) => isActive(context, code),
      code: ({ code }) => [code, code.toLowerCase(), code.toUpperCase()],
    },
  }),
  codes.retrieve,
  codes.update(object(described('active', 'metadata')), ({ active }, before, context) => {
    if (active === true) rejectSpent(findCoupon(context, before.coupon), context.time.now());
    if (active === true && !before.active) rejectTaken(context, before.code, before.customer);
    if (active === true && !isRedeemable(context, before)) {
      throw rejected('The code can no longer be redeemed, so it cannot be active.', 'active');
    }
    return { active };
  }),
];

type NewCode = ReadValue<typeof createParams>;

function create(context: Context, params: NewCode): object {
  if (params.promotion.coupon === undefined) {
    throw rejected('You must pass promotion.coupon when passing promotion', 'promotion.coupon');
  }
  const coupon = requireCoupon(context, params.promotion.coupon, 'promotion[coupon]');
  if (params.customer !== undefined) requireReferred(context, 'customer', params.customer, 'customer');
  const { currency_options: _options, ...restrictions } = params.restrictions ?? {};
  const now = context.time.now();
  checkLimits(params, coupon, now);
  if (params.active !== false) rejectSpent(coupon, now);
  return codes.created(context, {
    id: newId('promo'),
    created: now,
    code: freeCode(context, params.code, params.customer ?? null),
    coupon: coupon.id,
    active: params.active ?? true,
    customer: params.customer ?? null,
    expires_at: params.expires_at ?? coupon.redeem_by,
    max_redemptions: params.max_redemptions ?? null,
    times_redeemed: 0,
    restrictions: {
      ...{ first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
      ...defined(restrictions),
    },
    metadata: changedMetadata({}, params.metadata),
  });
}

function checkLimits(given: NewCode, { max_redemptions, redeem_by: redeemBy }: Coupon, now: number): void {
  const { expires_at, max_redemptions: redemptions, restrictions } = given;
  rejectPast(expires_at, now, 'expires_at');
  rejectFarFuture(expires_at, now, 'expires_at');
  if (expires_at !== undefined && redeemBy !== null && expires_at > redeemBy) {
    throw rejected('A promotion code cannot outlast its coupon.', 'expires_at');
  }
  if (redemptions !== undefined && max_redemptions !== null && redemptions > max_redemptions) {
    throw rejected('A promotion code cannot be redeemed more often than its coupon.', 'max_redemptions');
  }
  const hasAmount = restrictions?.minimum_amount !== undefined;
  if (hasAmount !== (restrictions?.minimum_amount_currency !== undefined)) {
    throw missingParameter(`restrictions[minimum_amount${hasAmount ? '_currency' : ''}]`);
  }
}

function freeCode(context: Context, requested: string | undefined, customer: string | null): string {
  const code = requested ?? randomText(8).toUpperCase();
  rejectOtherCharacters(code, 'code');
  rejectTaken(context, code, customer);
  return code;
}

/** Active codes must be unique for each customer, ignoring case. */
function rejectTaken(context: Context, code: string, customer: string | null): void {
  if (activeCode(context, code, customer) === undefined) return;
  throw rejected(`An active promotion code with \`code: ${code}\` already exists.`);
}

/** A code can only be active while its coupon can be redeemed. */
function rejectSpent(coupon: Coupon, now: number): void {
  if (isValid(coupon, now)) return;
  throw rejected(`The coupon ${coupon.id} can no longer be redeemed, so this code cannot be active.`, {
    param: 'active',
  });
}
