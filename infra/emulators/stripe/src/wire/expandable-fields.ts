import type { Context } from '../context.ts';
import { chargeWire } from './charge-wire.ts';
import { checkoutSessionWire } from './checkout-session-wire.ts';
import { customerWire } from './customer-wire.ts';
import { invoicePaymentsWire } from './invoice-payment-wire.ts';
import { invoiceWire } from './invoice-wire.ts';
import { lineItemWire } from './line-item-wire.ts';
import { paymentIntentWire } from './payment-intent-wire.ts';
import { paymentMethodWire } from './payment-method-wire.ts';
import { priceWire } from './price-wire.ts';
import { productWire } from './product-wire.ts';
import { refundWire } from './refund-wire.ts';
import { subscriptionWire } from './subscription-wire.ts';
import { testClockWire } from './test-clock-wire.ts';

type Json = Record<string, unknown>;
type LookUp = (context: Context, owner: Json) => unknown;

/** Reads the id in `field` and finds its object; a field without an id stays null. */
function byId(field: string, find: (context: Context, id: string) => object | undefined): LookUp {
  return (context, owner) => {
    const id = owner[field];
    return typeof id === 'string' ? (find(context, id) ?? null) : null;
  };
}

/** `undefined` in, `undefined` out. */
function formatted<T>(entity: T | undefined, format: (entity: T) => object): object | undefined {
  return entity === undefined ? undefined : format(entity);
}

const FIND = {
  charge: ({ store }: Context, id: string) => formatted(store.charges.get(id), chargeWire),
  checkoutSession: (context: Context, id: string) =>
    formatted(context.store.sessions.get(id), (session) => checkoutSessionWire(context, session)),
  customer: ({ store }: Context, id: string) => formatted(store.customers.get(id), customerWire),
  invoice: (context: Context, id: string) =>
    formatted(context.store.invoices.get(id), (invoice) => invoiceWire(context, invoice)),
  paymentIntent: (context: Context, id: string) =>
    formatted(context.store.paymentIntents.get(id), (intent) => paymentIntentWire(context, intent)),
  paymentMethod: ({ store }: Context, id: string) =>
    formatted(store.paymentMethods.get(id), paymentMethodWire),
  price: ({ store }: Context, id: string) => formatted(store.prices.get(id), priceWire),
  product: ({ store }: Context, id: string) => formatted(store.products.get(id), productWire),
  subscription: (context: Context, id: string) =>
    formatted(context.store.subscriptions.get(id), (found) => subscriptionWire(context, found)),
  testClock: ({ store }: Context, id: string) => formatted(store.testClocks.get(id), testClockWire),
} as const;

const CUSTOMER = { customer: byId('customer', FIND.customer) };
const SUBSCRIPTION = { subscription: byId('subscription', FIND.subscription) };
const PAYMENT = {
  payment_intent: byId('payment_intent', FIND.paymentIntent),
  payment_method: byId('payment_method', FIND.paymentMethod),
};
const CLOCK = { test_clock: byId('test_clock', FIND.testClock) };

const FIELDS: Readonly<Record<string, Readonly<Record<string, LookUp>>>> = {
  'billing_portal.session': {},
  charge: {
    ...CUSTOMER,
    ...PAYMENT,
    refunds: (context, owner) => chargeRefunds(context, String(owner.id)),
  },
  'checkout.session': {
    ...CUSTOMER,
    ...SUBSCRIPTION,
    ...PAYMENT,
    invoice: byId('invoice', FIND.invoice),
    setup_intent: () => null,
    line_items: (context, owner) => sessionLineItems(context, String(owner.id)),
  },
  customer: {
    ...CLOCK,
    default_source: () => null,
    subscriptions: (context, owner) => customerSubscriptions(context, String(owner.id)),
  },
  invoice: {
    ...CUSTOMER,
    ...CLOCK,
    default_payment_method: byId('default_payment_method', FIND.paymentMethod),
    payments: (context, owner) => invoicePaymentsWire(context, String(owner.id)),
  },
  payment_intent: {
    ...CUSTOMER,
    ...PAYMENT,
    latest_charge: byId('latest_charge', FIND.charge),
  },
  payment_method: CUSTOMER,
  price: { product: byId('product', FIND.product) },
  plan: { product: byId('product', FIND.product) },
  product: { default_price: byId('default_price', FIND.price) },
  refund: { ...PAYMENT, charge: byId('charge', FIND.charge) },
  subscription: {
    ...CUSTOMER,
    ...CLOCK,
    default_payment_method: byId('default_payment_method', FIND.paymentMethod),
    latest_invoice: byId('latest_invoice', FIND.invoice),
    pending_setup_intent: () => null,
    schedule: () => null,
  },
};

/** Parts of objects have no type; they are known by the field itself. */
const PART_FIELDS: Readonly<Record<string, LookUp>> = {
  ...SUBSCRIPTION,
  charge: byId('charge', FIND.charge),
  default_payment_method: byId('default_payment_method', FIND.paymentMethod),
  payment_intent: PAYMENT.payment_intent,
  price: byId('price', FIND.price),
};

export function expandableField(owner: Json, field: string): LookUp | undefined {
  const type = owner.object;
  const fields = typeof type === 'string' ? FIELDS[type] : PART_FIELDS;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function listOf(data: object[], url: string): object {
  return { object: 'list', data, has_more: false, url };
}

function sessionLineItems(context: Context, id: string): object {
  const items = context.store.sessions.get(id)?.lineItems ?? [];
  const wire = items.map((item) => lineItemWire(context, item));
  return listOf(wire, `/v1/checkout/sessions/${id}/line_items`);
}

function customerSubscriptions(context: Context, id: string): object {
  const live = context.store.subscriptions.newestFirst(
    (candidate) => candidate.customer === id && candidate.status !== 'canceled',
  );
  const wire = Array.from(live, (subscription) => subscriptionWire(context, subscription));
  return listOf(wire, `/v1/customers/${id}/subscriptions`);
}

function chargeRefunds({ store }: Context, id: string): object {
  const refunds = store.refunds.newestFirst((refund) => refund.charge === id);
  return listOf(Array.from(refunds, refundWire), `/v1/charges/${id}/refunds`);
}
