import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Invoice, InvoiceLine, Subscription } from '../state/billing-entities.ts';
import { newId } from '../state/identifiers.ts';
import { invoiceWire } from '../wire/invoice-wire.ts';
import { found, requirePrice } from '../wire/require.ts';

interface NewInvoice {
  readonly subscription: Subscription;
  readonly billingReason: Invoice['billingReason'];
  readonly paymentIntent: string;
  readonly now: number;
}

export function amountOf({ store }: Context, items: Subscription['items']): number {
  return items.reduce((sum, item) => sum + requirePrice(store, item.price).unitAmount * item.quantity, 0);
}

/** A finalized invoice for the current period of a subscription; nothing is charged yet. */
export function createInvoice(context: Context, request: NewInvoice): Invoice {
  const { subscription, now } = request;
  const lines = subscription.items.map((item) => invoiceLine(context, item));
  const invoice = context.store.invoices.put({
    id: newId('in'),
    number: nextInvoiceNumber(context, subscription),
    created: now,
    customer: subscription.customer,
    subscription: subscription.id,
    status: 'open',
    billingReason: request.billingReason,
    currency: subscription.currency,
    total: lines.reduce((sum, line) => sum + line.amount, 0),
    lines,
    attemptCount: 0,
    nextPaymentAttempt: null,
    paymentIntent: request.paymentIntent,
    paidAt: null,
    voidedAt: null,
    markedUncollectibleAt: null,
    testClock: subscription.testClock,
    metadata: {},
    subscriptionMetadata: subscription.metadata,
  });
  emit(context, 'invoice.created', invoiceWire(context, invoice));
  emit(context, 'invoice.finalized', invoiceWire(context, invoice));
  return invoice;
}

function nextInvoiceNumber({ store }: Context, { customer: id, currency }: Subscription): string {
  const customer = found(store.customers.get(id), `customer ${id}`);
  store.customers.put({ ...customer, currency, nextInvoiceSequence: customer.nextInvoiceSequence + 1 });
  return `${customer.invoicePrefix}-${String(customer.nextInvoiceSequence).padStart(4, '0')}`;
}

function invoiceLine({ store }: Context, item: Subscription['items'][number]): InvoiceLine {
  const price = requirePrice(store, item.price);
  const product = found(store.products.get(price.product), `product ${price.product}`);
  const each = `$${(price.unitAmount / 100).toFixed(2)} / ${price.recurring?.interval ?? 'month'}`;
  return {
    id: newId('il'),
    price: price.id,
    product: price.product,
    unitAmount: price.unitAmount,
    description: `${item.quantity} × ${product.name} (at ${each})`,
    amount: price.unitAmount * item.quantity,
    quantity: item.quantity,
    subscriptionItem: item.id,
    periodStart: item.currentPeriodStart,
    periodEnd: item.currentPeriodEnd,
  };
}

export function markPaid(context: Context, invoice: Invoice, now: number): Invoice {
  const paid = context.store.invoices.put({
    ...invoice,
    status: 'paid',
    attemptCount: invoice.attemptCount + 1,
    nextPaymentAttempt: null,
    paidAt: now,
  });
  emit(context, 'invoice.paid', invoiceWire(context, paid));
  emit(context, 'invoice.payment_succeeded', invoiceWire(context, paid));
  return paid;
}
