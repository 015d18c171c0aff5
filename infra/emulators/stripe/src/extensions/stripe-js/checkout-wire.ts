import { discountName } from '../../billing/invoices/discounted-lines.ts';
import { exclusiveTax, inclusiveTax } from '../../billing/tax/tax.ts';
import { findCoupon } from '../../catalogue/coupon.ts';
import { unitAmountOf } from '../../catalogue/price-cost.ts';
import { buyerAtCheckout } from '../../checkout/buyer-at-checkout.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { knownEmail } from '../../checkout/pay-session.ts';
import { type PricedLine, priceLines } from '../../checkout/price-lines.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { decimalsOf, money } from '../../kinds/money.ts';

/** What Stripe.js shows of a session to an app with elements of its own; amounts are written out. */
export function checkoutWire(context: Context, session: CheckoutSession): object {
  const { amount_total, exclusiveTax: onTop, options, status: type } = session;
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const amount: Amount = (minorUnitsAmount) => ({
    amount: money(minorUnitsAmount, currency),
    minorUnitsAmount,
  });
  const lines = priceLines(context, session);
  const failure = context.store.paymentIntents.get(session.payment_intent ?? '')?.lastError ?? null;
  const isPlaced = !options.automaticTax || buyerAtCheckout(context, session) !== null;
  return {
    id: session.id,
    livemode: context.livemode,
    currency,
    email: knownEmail(context, session),
    billingAddress: null,
    phoneNumber: null,
    shippingAddress: null,
    discountAmounts: discountAmounts(context, session, amount),
    lastPaymentError: failure && { message: failure.message },
    lineItems: lines.map((line) => lineItem(context, line, amount)),
    returnUrl: session.embedding?.return_url ?? null,
    minorUnitsAmountDivisor: 10 ** decimalsOf(currency),
    status: type === 'complete' ? { type, paymentStatus: session.payment_status } : { type },
    tax: { status: isPlaced ? 'ready' : 'requires_billing_address' },
    total: {
      discount: amount(session.amount_discount),
      taxExclusive: amount(onTop),
      total: amount(amount_total),
      subtotal: amount(lines.reduce((sum, { subtotal }) => sum + subtotal, 0)),
      taxInclusive: amount(inclusiveTax(lines.flatMap(({ taxes }) => taxes))),
    },
  };
}

type Amount = (minorUnitsAmount: number) => object;

function discountAmounts(context: Context, { amount_discount, discount }: CheckoutSession, amount: Amount) {
  if (discount === null) return null;
  const { percent_off: percentOff } = findCoupon(context, discount.coupon);
  const { code: promotionCode = null } =
    context.store.promotionCodes.get(discount.promotion_code ?? '') ?? {};
  const displayName = discountName(context, discount);
  return [{ ...amount(amount_discount), displayName, percentOff, promotionCode }];
}

function lineItem({ store }: Context, { item, price, ...line }: PricedLine, amount: Amount): object {
  const { description, images, name } = requireFound(store.products.get(price.product), price.product);
  const { interval, interval_count: intervalCount, usage_type: usageType } = price.recurring ?? {};
  const { maximum, minimum } = item.adjustable_quantity ?? {};
  const onTop = exclusiveTax(line.taxes);
  return {
    id: item.id,
    name,
    description,
    images,
    priceId: item.price,
    quantity: item.quantity,
    adjustableQuantity: item.adjustable_quantity ? { maximum, minimum } : null,
    discount: amount(line.discount),
    subtotal: amount(line.subtotal),
    taxExclusive: amount(onTop),
    taxInclusive: amount(inclusiveTax(line.taxes)),
    total: amount(line.subtotal - line.discount + onTop),
    recurring: price.recurring && { interval, intervalCount, usageType },
    unitAmount: amount(Math.round(unitAmountOf(price))),
  };
}
