import { requirePrice } from '../../catalogue/price.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { Subscription } from '../billing-entities.ts';
import { isOnTrial } from './change-periods.ts';
import type { Proration } from './prorate.ts';

/** `Unused time on 2 × Pro (with 10.0% off) after 02 Mar 2027`. */
export function describeProration(
  context: Context,
  subscription: Subscription,
  proration: Proration,
): string {
  const { kind, item, start } = proration;
  const id = requirePrice(context.store, item.price).product;
  const { name } = requireFound(context.store.products.get(id), `product ${id}`);
  if (kind === 'remaining' && isOnTrial(subscription, start)) {
    return `Free trial for ${item.quantity} × ${name}`;
  }
  const what = item.quantity === 1 ? name : `${item.quantity} × ${name}`;
  const discount =
    subscription.flexible?.proration_discounts === 'itemized' ? '' : describeDiscount(context, proration);
  // The locale abbreviates September as "Sept".
  const day = DAY.format(start * 1000).replace('Sept', 'Sep');
  return `${kind === 'unused' ? 'Unused' : 'Remaining'} time on ${what}${discount} after ${day}`;
}

/** The discount that the amount includes. How Stripe names several is not known. */
function describeDiscount({ store }: Context, { discount_amounts }: Proration): string {
  const [only, ...others] = discount_amounts;
  const coupon = store.coupons.get(store.discounts.get(only?.discount ?? '')?.coupon ?? '');
  if (coupon === undefined || others.length > 0) return '';
  const { amount_off, currency, percent_off } = coupon;
  if (percent_off === null) return ` (with ${money(amount_off ?? 0, currency ?? '')} off)`;
  return ` (with ${Number.isInteger(percent_off) ? percent_off.toFixed(1) : percent_off}% off)`;
}

/** `02 Mar 2027`. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
