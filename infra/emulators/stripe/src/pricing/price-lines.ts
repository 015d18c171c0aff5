import type { Context } from '../context.ts';
import { couponOf, type Purchase } from '../discounts/redeemable.ts';
import { takenOff } from '../discounts/take-off.ts';
import { requirePrice } from '../lookup/require.ts';
import type { CheckoutSession, LineItem, SessionDiscount } from '../state/checkout-entities.ts';

export interface PricedLine {
  readonly item: LineItem;
  readonly product: string;
  readonly subtotal: number;
  readonly discount: number;
}

/** What each line costs today; nothing where a trial comes first. */
export function pricedLines(
  context: Context,
  items: readonly LineItem[],
  { discount, isTrial }: { readonly discount: SessionDiscount | null; readonly isTrial: boolean },
): PricedLine[] {
  const lines = items.map((item) => {
    const price = requirePrice(context.store, item.price);
    const isFree = isTrial && price.recurring !== null;
    return { item, product: price.product, subtotal: isFree ? 0 : price.unitAmount * item.quantity };
  });
  const discountable = lines.map(({ product, subtotal }) => ({
    product,
    amount: subtotal,
    discountable: true,
  }));
  const off = discount === null ? [] : takenOff(discountable, couponOf(context, discount.coupon));
  return lines.map((line, index) => ({ ...line, discount: off[index] ?? 0 }));
}

type Amounts = Pick<CheckoutSession, 'amountDiscount' | 'amountTotal'>;

export function amountsOf(lines: readonly PricedLine[]): Amounts {
  const amountSubtotal = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const amountDiscount = lines.reduce((sum, { discount }) => sum + discount, 0);
  return { amountDiscount, amountTotal: amountSubtotal - amountDiscount };
}

export function linesOf(context: Context, session: CheckoutSession): PricedLine[] {
  const isTrial = session.options.trial !== null;
  return pricedLines(context, session.lineItems, { discount: session.discount, isTrial });
}

/** The session with the amounts that its lines and its discount have now. */
export function repriced(context: Context, session: CheckoutSession): CheckoutSession {
  return { ...session, ...amountsOf(linesOf(context, session)) };
}

/** What is bought, for the rules of a coupon; of a trial the price that comes after it. */
export function purchaseOf(context: Context, session: CheckoutSession): Purchase {
  const lines = pricedLines(context, session.lineItems, { discount: null, isTrial: false });
  return {
    customer: session.customer,
    currency: session.currency ?? '',
    amount: lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
    products: lines.map(({ product }) => product),
  };
}
