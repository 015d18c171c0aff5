import type Stripe from 'stripe';
import { invoiceWire } from '../../billing/invoices/invoice.ts';
import { subscriptionWire } from '../../billing/subscriptions/subscription.ts';
import { priceWire } from '../../catalogue/price.ts';
import { productWire } from '../../catalogue/product.ts';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import { customerWire } from '../../customers/customer.ts';
import { paymentMethodWire } from '../../customers/methods/payment-method.ts';
import { written } from '../../description/json.ts';
import { testClockWire } from '../../kinds/clock/test-clock.ts';
import type { Context } from '../../kinds/context.ts';
import { webhookEndpointWire } from '../../kinds/events/webhook-endpoint.ts';
import { chargeWire } from '../../payments/charge.ts';
import { disputeWire } from '../../payments/disputes/dispute.ts';
import { refundWire } from '../../payments/refund.ts';

/** The account's objects as the API returns them, oldest first. */
export interface StateSnapshot {
  /** Unix seconds of the account's clock. */
  readonly now: number;
  readonly products: readonly Stripe.Product[];
  readonly prices: readonly Stripe.Price[];
  readonly customers: readonly (Stripe.Customer | Stripe.DeletedCustomer)[];
  readonly paymentMethods: readonly Stripe.PaymentMethod[];
  readonly checkoutSessions: readonly Stripe.Checkout.Session[];
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly charges: readonly Stripe.Charge[];
  readonly disputes: readonly Omit<Stripe.Dispute, 'evidence'>[];
  readonly creditNotes: readonly Stripe.CreditNote[];
  readonly refunds: readonly Stripe.Refund[];
  readonly testClocks: readonly Stripe.TestHelpers.TestClock[];
  readonly webhookEndpoints: readonly Stripe.WebhookEndpoint[];
  readonly events: readonly { readonly id: string; readonly created: number; readonly type: string }[];
}

export function takeSnapshot(context: Context): StateSnapshot {
  const { installed, store, time } = context;
  return written(context, {
    now: time.now(),
    products: [...store.products.values()].map(productWire),
    prices: [...store.prices.values()].map(priceWire),
    customers: [...store.customers.values()].map(customerWire),
    paymentMethods: [...store.paymentMethods.values()].map(paymentMethodWire),
    checkoutSessions: [...store.sessions.values()].map((session) => checkoutSessionWire(context, session)),
    subscriptions: [...store.subscriptions.values()].map((found) => subscriptionWire(context, found)),
    invoices: [...store.invoices.values()].map((invoice) => invoiceWire(context, invoice)),
    charges: [...store.charges.values()].map((charge) => chargeWire(context, charge)),
    disputes: [...store.disputes.values()].map((dispute) => disputeWire(context, dispute)),
    creditNotes: [...store.collection('creditNotes').values()].map(
      ({ id }) => installed.references.credit_note?.show(context, id) as Stripe.CreditNote,
    ),
    refunds: [...store.refunds.values()].map(refundWire),
    testClocks: [...store.testClocks.values()].map(testClockWire),
    webhookEndpoints: [...store.webhookEndpoints.values()].map(webhookEndpointWire),
    events: [...store.events.values()].map(({ id, created, type }) => ({ id, created, type })),
  });
}
