import type { Context } from '../context.ts';
import { noSuch, rejected } from '../errors/api-error.ts';
import type { Invoice, InvoiceItem, Subscription } from '../state/billing-entities.ts';
import type { Price, Product } from '../state/catalogue-entities.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { CreditNote } from '../state/credit-note-entities.ts';
import type { Customer, PaymentMethod } from '../state/customer-entities.ts';
import type { Coupon, PromotionCode } from '../state/discount-entities.ts';
import type { LedgerEntry } from '../state/ledger-entities.ts';
import type { Charge, Dispute, PaymentIntent, Refund, SetupIntent } from '../state/payment-entities.ts';
import type { PortalConfiguration } from '../state/portal-entities.ts';
import type { SubscriptionSchedule } from '../state/schedule-entities.ts';
import type { ShippingRate } from '../state/shipping-entities.ts';
import type { TaxRate } from '../state/tax-entities.ts';

function required<T>(entity: T | undefined, kind: string, id: string, param: string): T {
  if (entity === undefined) throw noSuch(kind, id, param);
  return entity;
}

/** Deleted customers count as missing unless `deletedToo` is set, as where Stripe still shows them. */
export function requireCustomer({ store }: Context, id: string, param = 'id', deletedToo = false): Customer {
  const customer = store.customers.get(id);
  const shown = customer?.deleted && !deletedToo ? undefined : customer;
  return required(shown, 'customer', id, param);
}

export function requireProduct({ store }: Context, id: string, param = 'id'): Product {
  return required(store.products.get(id), 'product', id, param);
}

export function requireKnownPrice({ store }: Context, id: string, param = 'id'): Price {
  return required(store.prices.get(id), 'price', id, param);
}

/** Archived prices cannot be used for anything new. */
export function requireActivePrice(context: Context, id: string, param: string): Price {
  const price = requireKnownPrice(context, id, param);
  if (price.active) return price;
  throw rejected('The price specified is inactive. This field only accepts active prices.', { param });
}

export function requireSession({ store }: Context, id: string): CheckoutSession {
  return required(store.sessions.get(id), 'checkout.session', id, 'id');
}

export function requireSubscription({ store }: Context, id: string, param = 'id'): Subscription {
  return required(store.subscriptions.get(id), 'subscription', id, param);
}

export function requireSchedule({ store }: Context, id: string): SubscriptionSchedule {
  return required(store.schedules.get(id), 'subscription schedule', id, 'id');
}

export function requireInvoice({ store }: Context, id: string, param = 'id'): Invoice {
  return required(store.invoices.get(id), 'invoice', id, param);
}

export function requireCreditNote({ store }: Context, id: string): CreditNote {
  return required(store.creditNotes.get(id), 'credit note', id, 'id');
}

export function requireInvoiceItem({ store }: Context, id: string): InvoiceItem {
  return required(store.invoiceItems.get(id), 'invoiceitem', id, 'id');
}

export function requireIntent({ store }: Context, id: string, param = 'id'): PaymentIntent {
  return required(store.paymentIntents.get(id), 'payment_intent', id, param);
}

export function requireSetupIntent({ store }: Context, id: string, param = 'id'): SetupIntent {
  return required(store.setupIntents.get(id), 'setupintent', id, param);
}

export function requireCharge({ store }: Context, id: string, param = 'id'): Charge {
  return required(store.charges.get(id), 'charge', id, param);
}

export function requireRefund({ store }: Context, id: string, param = 'id'): Refund {
  return required(store.refunds.get(id), 'refund', id, param);
}

export function requirePaymentMethod({ store }: Context, id: string, param = 'id'): PaymentMethod {
  return required(store.paymentMethods.get(id), 'PaymentMethod', id, param);
}

export function requireLedgerEntry({ store }: Context, id: string): LedgerEntry {
  return required(store.ledger.get(id), 'balance transaction', id, 'id');
}

export function requireDispute({ store }: Context, id: string): Dispute {
  return required(store.disputes.get(id), 'dispute', id, 'id');
}

export function requireConfiguration({ store }: Context, id: string, param = 'id'): PortalConfiguration {
  return required(store.portalConfigurations.get(id), 'configuration', id, param);
}

export function requireCoupon({ store }: Context, id: string, param = 'id'): Coupon {
  const coupon = store.coupons.get(id);
  return required(coupon?.deleted ? undefined : coupon, 'coupon', id, param);
}

export function requireTaxRate({ store }: Context, id: string, param = 'id'): TaxRate {
  return required(store.taxRates.get(id), 'tax rate', id, param);
}

export function requireShippingRate({ store }: Context, id: string, param = 'id'): ShippingRate {
  return required(store.shippingRates.get(id), 'shipping rate', id, param);
}

export function requirePromotionCode({ store }: Context, id: string, param = 'id'): PromotionCode {
  return required(store.promotionCodes.get(id), 'promotion code', id, param);
}
