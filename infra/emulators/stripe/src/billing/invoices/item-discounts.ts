import { computeDiscountAmounts } from '../../catalogue/active-discounts.ts';
import type { Discount, DiscountRequest } from '../../catalogue/discount.ts';
import { rejectMinimum, rejectRepeated } from '../../catalogue/discount-restrictions.ts';
import { countRedemption } from '../../catalogue/redeem-coupon.ts';
import { discountSource, type Purchase } from '../../catalogue/redeemable.ts';
import { noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { requireFound } from '../../kinds/require.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import type { Invoice } from '../billing-entities.ts';
import type { InvoiceItem } from './invoice-line.ts';

type Given = readonly DiscountRequest[] | null | undefined;

interface DiscountedItem
  extends Pick<InvoiceItem, 'amount' | 'currency' | 'customer' | 'discountable' | 'product'> {
  readonly id: string;
  readonly now: number;
}

/** The discounts of an invoice item and what they take off; nothing if the request has none. */
export function itemDiscounts(
  context: Context,
  item: DiscountedItem,
  given: Given,
): Pick<InvoiceItem, 'discount_amounts' | 'discounts'> {
  if (given === undefined) return {};
  const { id: invoice_item, now: start, product } = item;
  rejectMinimum(context, given ?? [], 'discounts');
  const purchase = { ...item, products: product === null ? [] : [product] };
  const discounts = redeemAll(context, purchase, { invoice_item, start, spentOn: null }, given);
  const [amounts = []] = computeDiscountAmounts(
    context,
    discounts.map((id) => requireFound(context.store.discounts.get(id), 'discount')),
    [item],
  );
  return { discounts, discount_amounts: amounts };
}

/** The discounts of an invoice; nothing if the request has none. What they apply to is decided by its lines. */
export function invoiceDiscounts(
  context: Context,
  { id, now, ...buyer }: Pick<Invoice, 'currency' | 'customer' | 'id'> & { readonly now: number },
  given: Given,
): Pick<Invoice, 'discounts'> {
  if (given === undefined) return {};
  const purchase = { ...buyer, amount: 0, products: null };
  return { discounts: redeemAll(context, purchase, { spentOn: id, start: now }, given) };
}

type Redeemer = Purchase & { readonly customer: string };
type Owned = Pick<Discount, 'invoice_item' | 'spentOn' | 'start'>;

function redeemAll(context: Context, purchase: Redeemer, owned: Owned, given: Given): string[] {
  const { store } = context;
  rejectRepeated(context, given ?? [], 'discounts');
  return (given ?? []).map((requested, index) => {
    const place = `discounts[${index}]`;
    const { discount } = requested;
    const { customer } = purchase;
    if (discount !== undefined) {
      if (store.discounts.get(discount)?.customer === customer) return discount;
      throw noSuch('discount', discount, `${place}[discount]`);
    }
    const source = discountSource(context, purchase, requested, place);
    countRedemption(context, source);
    const rest = { checkout_session: null, customer, end: null, subscription: null };
    return store.discounts.put({ ...source, ...owned, ...rest, id: newId('di') }).id;
  });
}
