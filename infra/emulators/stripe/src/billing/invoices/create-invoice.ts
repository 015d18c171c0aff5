import { type Customer, changeCustomer } from '../../customers/customer.ts';
import { changeBalance } from '../../customers/customer-balance.ts';
import { balanceIn, type Settlement, settleBalance } from '../../customers/settlement.ts';
import { rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { cancelPaymentIntent, createPaymentIntent } from '../../payments/attempt-payment.ts';
import { findAddressee } from '../addressee.ts';
import { announceCreation, announceInvoice, announcePayment, setDelinquent } from '../announce.ts';
import type { Invoice, Subscription } from '../billing-entities.ts';
import { taxedLines } from '../tax/line-taxes.ts';
import { takeItems } from './create-invoice-item.ts';
import { addTotal, discountedLines } from './discounted-lines.ts';
import { invoiceWire } from './invoice.ts';
import type { InvoiceItem, InvoiceLine } from './invoice-item.ts';
import { splitInvoice } from './invoice-splits.ts';

type Collected = 'auto_advance' | 'automatically_finalizes_at' | 'due_date' | 'threshold_reason';

interface NewInvoice extends Partial<Pick<Invoice, Collected>> {
  readonly subscription: Subscription;
  readonly billing_reason: Invoice['billing_reason'];
  readonly lines: readonly InvoiceLine[];
  readonly now: number;
  /** Pending items to include. */
  readonly pending?: readonly InvoiceItem[];
}

/** Stores a subscription's draft without announcing it. */
export function draftInvoice(context: Context, request: NewInvoice): Invoice {
  const { subscription, lines, now, pending = [], ...rest } = request;
  const { automaticTax, currency, customer, id, methodOptions, methodTypes, split, test_clock } =
    subscription;
  return storeDraft(context, {
    ...rest,
    ...defined({ automaticTax, methodOptions, methodTypes, split }),
    created: now,
    customer,
    subscription: id,
    currency,
    test_clock,
    subscriptionMetadata: subscription.metadata,
    ...formerPeriod(context, subscription),
    ...productDescriptor(context, subscription),
    lines: (invoice) => [...takeItems(context, pending, invoice), ...lines],
  });
}

/** What card statements show for a subscription: the descriptor of its first product, if that has one. */
export function productDescriptor(
  { store }: Context,
  { items: [first] }: Subscription,
): Pick<Invoice, 'statement_descriptor'> {
  const product = store.products.get(store.prices.get(first?.price ?? '')?.product ?? '');
  return product?.statement_descriptor == null ? {} : { statement_descriptor: product.statement_descriptor };
}

/** An invoice covers the time since the period began that the subscription was in before. */
function formerPeriod({ store }: Context, { id }: Subscription): Pick<Invoice, 'period_start'> {
  const before = store.before(store.subscriptions, id);
  if (before === undefined) return {};
  return { period_start: Math.max(...before.items.map(({ current_period_start }) => current_period_start)) };
}

export type NewDraft = Pick<
  Invoice,
  'billing_reason' | 'created' | 'currency' | 'customer' | 'subscription' | 'test_clock'
> &
  Partial<Omit<Invoice, 'lines'>> & { readonly lines: (invoice: string) => readonly InvoiceLine[] };

export function putDraft(context: Context, draft: NewDraft): Invoice {
  return announceCreation(context, storeDraft(context, draft));
}

function storeDraft(context: Context, draft: NewDraft): Invoice {
  const { id = newId('in') } = draft;
  const discounted = discountedLines(context, { ...draft, id }, draft.lines(id), draft.created);
  const lines = taxedLines(context, draft, discounted);
  const total = addTotal(lines);
  if (draft.billing_reason === 'manual') updateOwner(context, draft, {});
  return context.store.invoices.put({
    number: null,
    auto_advance: true,
    starting_balance: null,
    ending_balance: null,
    pre_payment_credit_notes_amount: 0,
    post_payment_credit_notes_amount: 0,
    attempt_count: 0,
    next_payment_attempt: null,
    payment_intent: null,
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    metadata: {},
    subscriptionMetadata: {},
    ...customerSettings(context, draft),
    ...draft,
    id,
    status: 'draft',
    total,
    amount_due: total,
    lines,
  });
}

/** What the customer wants on all invoices. */
function customerSettings({ store }: Context, { customer }: Pick<Invoice, 'customer'>): Partial<Invoice> {
  const { custom_fields, footer, rendering_options } = store.customers.get(customer)?.invoice_settings ?? {};
  return {
    ...(custom_fields?.length && { custom_fields }),
    ...(footer && { footer }),
    ...(rendering_options && { rendering: { amount_tax_display: rendering_options.amount_tax_display } }),
  };
}

export function finalizeInvoice(
  context: Context,
  invoice: Invoice,
  now: number,
  payment_intent?: string | null,
): Invoice {
  const open = storeFinal(context, invoice, now, payment_intent);
  emit(context, 'invoice.finalized', invoiceWire(context, open));
  return open;
}

/**
 * Assigns a number and, if something is due, a payment: `payment_intent` or a new one. The customer's balance
 * applies unless the payment already exists. Nothing is announced.
 */
export function storeFinal(
  context: Context,
  invoice: Invoice,
  now: number,
  payment_intent?: string | null,
): Invoice {
  replaceOriginal(context, invoice, now);
  const number = chooseNumber(context, invoice);
  const settled = payment_intent === undefined ? settle(context, invoice, now) : unsettled(context, invoice);
  return context.store.invoices.put({
    ...invoice,
    ...settled,
    number,
    addressee: findAddressee(context, invoice),
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
    ...(invoice.automatically_finalizes_at == null ? {} : { automatically_finalizes_at: null }),
    payment_intent:
      settled.amount_due === 0
        ? null
        : (payment_intent ?? newPayment(context, { ...invoice, ...settled }, now)),
  });
}

/** Whether a revision can replace an invoice: only while it is still owed. */
export function isRevisable({ status }: Invoice): boolean {
  return status === 'open' || status === 'uncollectible';
}

export function findOriginal({ store }: Context, { from_invoice }: Invoice): Invoice | undefined {
  return store.invoices.get(from_invoice?.invoice ?? '');
}

/** Voids the invoice that a revision replaces, so that its credit can be used again. */
function replaceOriginal(context: Context, revision: Invoice, now: number): void {
  const original = findOriginal(context, revision);
  if (original === undefined) return;
  if (!isRevisable(original)) {
    throw rejected(`This invoice cannot replace ${original.id}, which is ${original.status}.`);
  }
  const latest_revision = revision.id;
  voidInvoice(context, { ...original, latest_revision }, now);
  let earlier = findOriginal(context, original);
  while (earlier !== undefined) {
    announceInvoice(context, context.store.invoices.put({ ...earlier, latest_revision }));
    earlier = findOriginal(context, earlier);
  }
}

function unsettled({ store }: Context, { currency, customer, total }: Invoice): Settlement {
  const balance = balanceIn(currency, store.customers.get(customer));
  return { starting_balance: balance, ending_balance: balance, amount_due: total };
}

/** Applies the customer's balance to an invoice, or adds the remainder to the balance. */
function settle(context: Context, invoice: Invoice, now: number): Settlement {
  const { customer, currency, total, id } = invoice;
  const owner = requireFound(context.store.customers.get(customer), `customer ${customer}`);
  const balance = balanceIn(currency, owner);
  const settlement = settleBalance(total, balance, currency);
  const amount = settlement.ending_balance - balance;
  if (amount === 0) return settlement;
  const type = settlement.ending_balance > 0 ? 'invoice_too_small' : 'applied_to_invoice';
  changeBalance(context, { customer, amount, currency, type, invoice: id, created: now });
  return settlement;
}

function newPayment(context: Context, invoice: Invoice, now: number): string {
  const { amount_due: amount, currency, customer, id, billing_reason, statement_descriptor } = invoice;
  const description = DESCRIPTIONS[billing_reason] ?? 'Subscription update';
  const payment = { amount, currency, customer, description, now, invoice: id };
  const setup_future_usage = invoice.subscription === null ? null : 'off_session';
  return createPaymentIntent(context, {
    ...payment,
    setup_future_usage,
    statement_descriptor,
    ...(invoice.methodTypes && { methodTypes: invoice.methodTypes }),
    payment_method_options: invoice.methodOptions,
    ...(invoice.split && splitInvoice(invoice.split, amount)),
  }).id;
}

/** Without a line for a reason, it is that of an update. */
const DESCRIPTIONS: Partial<Record<Invoice['billing_reason'], string>> = {
  manual: 'Payment for Invoice',
  subscription_create: 'Subscription creation',
};

/** Its own number, or else the customer's next one that is free. */
function chooseNumber(context: Context, invoice: Invoice): string {
  const { store } = context;
  const customer = requireFound(store.customers.get(invoice.customer), `customer ${invoice.customer}`);
  const numberAt = (sequence: number) => `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  let { next_invoice_sequence: sequence } = customer;
  while (invoice.number === null && findNumbered(context, numberAt(sequence)) !== undefined) sequence += 1;
  updateOwner(context, invoice, invoice.number === null ? { next_invoice_sequence: sequence + 1 } : {});
  return invoice.number ?? numberAt(sequence);
}

export function findNumbered({ store }: Context, number: string): Invoice | undefined {
  const [found] = store.invoices.where('number', number);
  return found;
}

/** The first invoice decides in which currency its customer is billed; the next number alone is no event. */
function updateOwner(
  context: Context,
  { customer: id, currency: invoiced }: Pick<Invoice, 'currency' | 'customer'>,
  numbered: Partial<Pick<Customer, 'next_invoice_sequence'>>,
): void {
  const owner = requireFound(context.store.customers.get(id), `customer ${id}`);
  const before = context.store.customers.put({ ...owner, ...numbered });
  changeCustomer(context, before, { ...before, currency: before.currency ?? invoiced });
}

/** Any attempt is the first, and then only retries that are due count (docs.stripe.com/api/invoices/object). */
export function countsAttempt({ attempt_count, next_payment_attempt }: Invoice, now: number): boolean {
  return attempt_count === 0 || (next_payment_attempt !== null && next_payment_attempt <= now);
}

export function markPaid(context: Context, invoice: Invoice, now: number): Invoice {
  const paid = storePaid(context, invoice, now);
  announceInvoice(context, paid);
  announcePayment(context, paid);
  setDelinquent(context, paid.customer, false);
  return paid;
}

/** Marks an invoice as paid without announcing it. */
export function storePaid(context: Context, invoice: Invoice, now: number): Invoice {
  const { checkout } = context.store.paymentIntents.get(invoice.payment_intent ?? '') ?? {};
  // What a visitor paid at checkout was no attempt to pay the invoice.
  const isPaidBefore = invoice.subscription !== null && checkout !== undefined;
  const isCounted = invoice.payment_intent !== null && !isPaidBefore && countsAttempt(invoice, now);
  return context.store.invoices.put({
    ...invoice,
    status: 'paid',
    attempt_count: invoice.attempt_count + (isCounted ? 1 : 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
}

export function voidInvoice(context: Context, invoice: Invoice, now: number): Invoice {
  const intent = context.store.paymentIntents.get(invoice.payment_intent ?? '');
  if (intent !== undefined) cancelPaymentIntent(context, intent, now, 'void_invoice');
  returnBalance(context, invoice, now);
  const status_transitions = { ...invoice.status_transitions, voided_at: now };
  const voided = { ...invoice, status: 'void', next_payment_attempt: null, status_transitions } as const;
  announceInvoice(context, context.store.invoices.put(voided));
  emit(context, 'invoice.voided', invoiceWire(context, voided));
  return voided;
}

/** Voiding an invoice returns the credit it used to the customer. */
function returnBalance(context: Context, invoice: Invoice, now: number): void {
  const { customer, currency, id, starting_balance, ending_balance } = invoice;
  const amount = (starting_balance ?? 0) - (ending_balance ?? 0);
  if (amount === 0) return;
  const type = 'unapplied_from_invoice';
  changeBalance(context, { customer, amount, currency, type, invoice: id, created: now });
}

export function markUncollectible(context: Context, invoice: Invoice, now: number): Invoice {
  const given: Invoice = {
    ...invoice,
    status: 'uncollectible',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: now },
  };
  announceInvoice(context, context.store.invoices.put(given));
  emit(context, 'invoice.marked_uncollectible', invoiceWire(context, given));
  return given;
}
