import type Stripe from 'stripe';
import { checkoutSessionWire } from '../../checkout/checkout-session.ts';
import type { Context } from '../../kinds/context.ts';
import { webhookEndpointWire } from '../../kinds/events/webhook-endpoints.ts';
import { written } from '../../kinds/versions/in-version.ts';

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

/** What shows the objects of a collection: the name of a reference. */
const SHOWN_BY = {
  products: 'product',
  prices: 'price',
  customers: 'customer',
  paymentMethods: 'payment_method',
  subscriptions: 'subscription',
  invoices: 'invoice',
  charges: 'charge',
  disputes: 'dispute',
  creditNotes: 'credit_note',
  refunds: 'refund',
  testClocks: 'test_clock',
} as const satisfies Partial<Record<keyof StateSnapshot, string>>;

export function takeSnapshot(context: Context): StateSnapshot {
  const { installed, store, time } = context;
  const shown = Object.entries(SHOWN_BY).map(([name, reference]) => [
    name,
    Array.from(store.collection(name).values(), ({ id }) =>
      installed.references[reference]?.show(context, id),
    ),
  ]);
  return written(context, {
    now: time.now(),
    ...(Object.fromEntries(shown) as Pick<StateSnapshot, keyof typeof SHOWN_BY>),
    checkoutSessions: [...store.sessions.values()].map((session) => checkoutSessionWire(context, session)),
    webhookEndpoints: [...store.webhookEndpoints.values()].map(webhookEndpointWire),
    events: [...store.events.values()].map(({ id, created, type }) => ({ id, created, type })),
  });
}
