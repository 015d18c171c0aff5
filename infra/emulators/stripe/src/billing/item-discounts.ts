import type { Context } from '../context.ts';
import { discountAmounts } from '../discounts/subscription-discounts.ts';
import { noSuch } from '../errors/api-error.ts';
import { requireFound } from '../lookup/require.ts';
import type { InvoiceItem } from '../state/billing-entities.ts';
import type { DiscountRequest } from '../state/discount-entities.ts';
import { newId } from '../state/identifiers.ts';
import { countRedemption } from './redeem-coupon.ts';
import { discountSource } from './resolve-discounts.ts';

interface DiscountedItem
  extends Pick<InvoiceItem, 'amount' | 'currency' | 'customer' | 'discountable' | 'product'> {
  readonly id: string;
  readonly now: number;
}

/** The discounts of an invoice item and what they take off; nothing if the request has none. */
export function itemDiscounts(
  context: Context,
  item: DiscountedItem,
  given: readonly DiscountRequest[] | null | undefined,
): Pick<InvoiceItem, 'discountAmounts' | 'discounts'> {
  if (given === undefined) return {};
  const discounts = (given ?? []).map((requested, index) =>
    resolveDiscount(context, item, requested, `discounts[${index}]`),
  );
  const [amounts = []] = discountAmounts(
    context,
    discounts.map((id) => requireFound(context.store.discounts.get(id), 'discount')),
    [item],
  );
  return { discounts, discountAmounts: amounts };
}

function resolveDiscount(
  context: Context,
  { amount, currency, customer, id, now, product }: DiscountedItem,
  { discount, ...given }: DiscountRequest,
  place: string,
): string {
  const { store } = context;
  if (discount !== undefined) {
    if (store.discounts.get(discount)?.customer === customer) return discount;
    throw noSuch('discount', discount, `${place}[discount]`);
  }
  const purchase = { amount, currency, customer, products: product === null ? [] : [product] };
  const source = discountSource(context, purchase, given, place);
  countRedemption(context, source);
  const own = { checkoutSession: null, customer, end: null, spentOn: null, start: now, subscription: null };
  return store.discounts.put({ ...source, ...own, invoiceItem: id, id: newId('di') }).id;
}
