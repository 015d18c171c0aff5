import { type ApiErrorDetails, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { type Coupon, findCoupon, isValid, requireCoupon } from './coupon.ts';
import type { DiscountRequest } from './discount.ts';
import { isActive, type PromotionCode, requirePromotionCode } from './promotion-code.ts';

/** Rejects discounts that repeat one another, by "Restrictions" of docs.stripe.com/billing/subscriptions/coupons. */
export function rejectRepeated(context: Context, given: readonly DiscountRequest[], place: string): void {
  for (const [index, one] of given.entries()) {
    if (!given.slice(0, index).some((other) => repeats(context, one, other))) continue;
    throw rejected('Each coupon can be given only once, as itself, as a promotion code or as a discount.', {
      param: `${place}[${index}]`,
    });
  }
}

function repeats(context: Context, one: DiscountRequest, other: DiscountRequest): boolean {
  if (one.promotion_code !== undefined && one.promotion_code === other.promotion_code) return true;
  if (one.discount !== undefined && one.discount === other.discount) return true;
  const isCoupon = one.coupon !== undefined || other.coupon !== undefined;
  return isCoupon && namedCoupon(context, one) === namedCoupon(context, other);
}

function namedCoupon({ store }: Context, { coupon, discount, promotion_code: code }: DiscountRequest) {
  return (
    coupon ?? store.promotionCodes.get(code ?? '')?.coupon ?? store.discounts.get(discount ?? '')?.coupon
  );
}

/** Only what begins with a payment, such as a new subscription, takes promotion codes with a minimum amount. */
export function rejectMinimum(
  { store }: Context,
  given: readonly DiscountRequest[],
  place: string,
  had: readonly string[] = [],
): void {
  const kept = had.map((id) => store.discounts.get(id)?.promotion_code);
  for (const [index, { promotion_code: code = '' }] of given.entries()) {
    if ((store.promotionCodes.get(code)?.restrictions.minimum_amount ?? null) === null || kept.includes(code))
      continue;
    throw rejected(`The promotion code ${code} has a minimum amount and cannot be used here.`, {
      param: `${place}[${index}][promotion_code]`,
    });
  }
}

/** The parts of a purchase that coupon rules look at. */
export interface Purchase {
  readonly customer: string | null;
  /** This and the products are null if each invoice decides what a discount applies to. */
  readonly currency: string | null;
  readonly amount: number;
  readonly products: readonly string[] | null;
}

/** Why a coupon does not apply to a purchase; null if it does. */
export function couponProblem(coupon: Coupon, { currency, products }: Purchase, now: number): string | null {
  if (!isValid(coupon, now)) return `Coupon expired: ${coupon.id}`;
  if (coupon.currency !== null && currency !== null && coupon.currency !== currency) {
    return `The coupon currency (${coupon.currency}) does not match the purchase currency (${currency}).`;
  }
  const isOffered = (product: string) => products === null || products.includes(product);
  const applies = coupon.applies_to == null || coupon.applies_to.products.some(isOffered);
  return applies ? null : 'The coupon does not apply to any of the products.';
}

/** Why a promotion code does not apply to a purchase; null if it does. */
export function codeProblem(context: Context, code: PromotionCode, purchase: Purchase): string | null {
  if (!isActive(context, code)) return 'This promotion code is not active.';
  const { customer, restrictions } = code;
  const { first_time_transaction, minimum_amount, minimum_amount_currency } = restrictions;
  if (customer !== null && customer !== purchase.customer) {
    return 'This promotion code belongs to another customer.';
  }
  if (first_time_transaction && !isFirstPurchase(context, purchase)) {
    return 'This promotion code cannot be redeemed because the associated customer has prior transactions.';
  }
  const isEnough =
    minimum_amount === null ||
    (minimum_amount_currency === purchase.currency && purchase.amount >= minimum_amount);
  if (!isEnough) {
    return 'This promotion code cannot be redeemed because the associated purchase does not meet the minimum amount requirement.';
  }
  return couponProblem(findCoupon(context, code.coupon), purchase, context.time.now());
}

/** False after any payment, finished or not, or a trial, and for guests, whose history is unknown. */
function isFirstPurchase({ store }: Context, { customer }: Purchase): boolean {
  if (customer === null) return false;
  const [intent] = store.paymentIntents.where('customer', customer);
  const [charge] = store.charges.where('customer', customer, ({ failure }) => failure === null);
  const [invoice] = store.invoices.where('customer', customer, ({ status }) => status === 'paid');
  return intent === undefined && charge === undefined && invoice === undefined;
}

/** The redeemable code with these letters, ignoring case, that the customer can use; null for any customer. */
export function activeCode(
  context: Context,
  letters: string,
  customer: string | null,
): PromotionCode | undefined {
  const requested = letters.trim().toLowerCase();
  const isFor = (owner: string | null) => owner === null || customer === null || owner === customer;
  const [code] = context.store.promotionCodes.newestFirst(
    (candidate) =>
      candidate.code.toLowerCase() === requested && isFor(candidate.customer) && isActive(context, candidate),
  );
  return code;
}

/** The coupon, and promotion code, of a requested discount; throws naming `place` if it cannot be redeemed. */
export function discountSource(
  context: Context,
  purchase: Purchase,
  { coupon, promotion_code: code }: Pick<DiscountRequest, 'coupon' | 'promotion_code'>,
  place: string,
) {
  if (code !== undefined) {
    const param = place === '' ? 'promotion_code' : `${place}[promotion_code]`;
    const found = requirePromotionCode(context, code, param);
    rejectFor(codeProblem(context, found, purchase), param);
    return { coupon: found.coupon, promotion_code: found.id };
  }
  const param = place === '' ? 'coupon' : `${place}[coupon]`;
  const found = requireCoupon(context, coupon ?? '', param);
  const now = context.time.now();
  rejectFor(
    couponProblem(found, purchase, now),
    param,
    isValid(found, now) ? {} : { code: 'coupon_expired' },
  );
  return { coupon: found.id, promotion_code: null };
}

function rejectFor(problem: string | null, param: string, details: ApiErrorDetails = {}): void {
  if (problem !== null) throw rejected(problem, { ...details, param });
}
