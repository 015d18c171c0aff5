import type Stripe from 'stripe';
import { requireCustomer, requireEmail } from '../../customers/customer.ts';
import { missingParameter, notSupported, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { rejectFarFuture, rejectPast, SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { deletion, type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { clearable, echoed, integer, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { readStatementDescriptor } from '../../kinds/params/texts.ts';
import type { Invoice } from '../billing-entities.ts';
import { requireSubscription, requireSubscriptionOf } from '../subscriptions/subscription.ts';
import { namedMethod } from '../subscriptions/subscription-payment.ts';
import { changedTaxRates, wantsAutomaticTax } from '../tax/line-taxes.ts';
import { findNumbered, isRevisable, productDescriptor, putDraft } from './create-invoice.ts';
import { listPendingItems, refreshDraft, takeItems } from './create-invoice-item.ts';
import { changeInvoice, invoiceWire, requireInvoice } from './invoice.ts';
import { invoiceSplitParams, readInvoiceSplit } from './invoice-splits.ts';
import { DRAFT_SECONDS, nextCollection } from './invoices.ts';
import { invoiceDiscounts } from './resolve-discounts.ts';
import { copyInvoice } from './revise-invoice.ts';

const PATH = '/v1/invoices';

const described = describedParams<Stripe.InvoiceCreateParams>(`POST ${PATH}`, {
  rendering: ['amount_tax_display', 'pdf'],
});

const describedChange = describedParams<Stripe.InvoiceUpdateParams>(`POST ${PATH}/:id`, {
  effective_at: clearable(integer(0)),
});

const shared = {
  ...described('auto_advance', 'automatic_tax', 'automatically_finalizes_at', 'collection_method', 'issuer'),
  ...describedChange('custom_fields', 'default_tax_rates', 'discounts', 'effective_at', 'metadata', 'number'),
  days_until_due: optional(integer(0, 3650)),
  default_payment_method: clearable(text()),
  description: clearable(text(1500)),
  due_date: optional(integer(0)),
  footer: clearable(text(5000)),
  rendering: echoed(described('rendering').rendering),
  statement_descriptor: clearable(readStatementDescriptor),
  ...invoiceSplitParams,
} as const;

const createParams = object({
  ...shared,
  ...described('currency', 'customer', 'from_invoice', 'pending_invoice_items_behavior', 'subscription'),
});
const updateParams = object(shared);

export const manageInvoiceEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const id = newId('in');
    const draft =
      params.from_invoice === undefined ? startDraft(context, params) : startRevision(context, params, id);
    const now = context.time.now(draft.test_clock);
    const auto_advance = params.auto_advance ?? false;
    requireAdvance(params, auto_advance);
    const invoice = putDraft(context, {
      ...draft,
      id,
      ...readFields(context, params, { ...draft, id, now }),
      billing_reason: 'manual',
      created: now,
      metadata: changedMetadata(draft.metadata ?? {}, params.metadata),
      auto_advance,
      ...(auto_advance
        ? { automatically_finalizes_at: readFinalization(params, now) ?? now + DRAFT_SECONDS }
        : {}),
    });
    return invoiceWire(context, invoice);
  }),
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const before = requireInvoice(context, id, 'id');
    const { metadata: change, auto_advance: advances, ...rest } = params;
    const [fixed] = Object.keys(defined(rest));
    if (fixed !== undefined && before.status !== 'draft')
      throw rejected("Finalized invoices can't be updated in this way", fixed);
    const now = context.time.now(before.test_clock);
    const auto_advance = advances ?? before.auto_advance;
    requireAdvance(params, auto_advance);
    const automatically_finalizes_at = readFinalization(params, now);
    context.store.invoices.put({
      ...before,
      ...readFields(context, params, { ...before, now }),
      auto_advance,
      ...(advances === undefined && automatically_finalizes_at === undefined
        ? {}
        : advancement({ ...before, auto_advance, ...defined({ automatically_finalizes_at }) }, now)),
      metadata: changedMetadata(before.metadata, change),
    });
    if (params.default_tax_rates !== undefined || params.discounts !== undefined) refreshDraft(context, id);
    return invoiceWire(context, changeInvoice(context, before, requireInvoice(context, id)));
  }),
  deletion(`${PATH}/:id`, nothing, (context, _params, { id = '' }) => {
    const invoice = requireInvoice(context, id);
    if (invoice.status !== 'draft') throw rejected('You can only delete draft invoices.');
    if (invoice.billing_reason !== 'manual') {
      throw rejected("You can't delete invoices created by subscriptions.");
    }
    // The items of the draft are not billed again; those that only a revision had are gone.
    for (const copy of invoice.from_invoice?.copies ?? []) context.store.invoiceItems.delete(copy);
    context.store.invoices.delete(id);
    emit(context, 'invoice.deleted', invoiceWire(context, invoice));
    return { id, object: 'invoice', deleted: true };
  }),
];

type Created = ReadValue<typeof createParams>;

type Draft = ReturnType<typeof copyInvoice>;

function startDraft(context: Context, params: Created): Draft {
  const subscription =
    params.subscription === undefined
      ? null
      : requireSubscription(context, params.subscription, 'subscription');
  const owner = params.customer ?? subscription?.customer;
  if (owner === undefined) throw missingParameter('customer');
  const customer = requireCustomer(context, owner, 'customer');
  if (subscription !== null) requireSubscriptionOf(context, customer.id, subscription.id);
  const currency = params.currency ?? subscription?.currency ?? customer.currency ?? 'usd';
  const collected = { customer: customer.id, subscription: subscription?.id ?? null, currency };
  // A subscription's invoice always includes its pending items; other invoices only on request.
  const includes = subscription !== null || params.pending_invoice_items_behavior === 'include';
  // Before, there had to be something to invoice, and it could be the customer's.
  const demandsItems = context.cause.version < '2022-08-01';
  const pending = (includes ? listPendingItems(context, collected) : []).filter(
    (item) => demandsItems || item.subscription === collected.subscription,
  );
  if (includes && demandsItems && pending.length === 0) {
    const billed = subscription === null ? 'customer' : 'subscription';
    throw rejected(`Nothing to invoice for ${billed}`, { code: `invoice_no_${billed}_line_items` });
  }
  return {
    ...collected,
    ...(subscription && productDescriptor(context, subscription)),
    ...(subscription?.split && { split: subscription.split }),
    test_clock: customer.test_clock,
    subscriptionMetadata: subscription?.metadata ?? {},
    lines: (invoice) => takeItems(context, pending, invoice),
  };
}

/** Stripe does not document the texts of these rejections. */
function startRevision(context: Context, params: Created, id: string): Draft {
  const param = 'from_invoice[invoice]';
  const original = requireInvoice(context, params.from_invoice?.invoice ?? '', param);
  if (original.subscription !== null) {
    throw rejected('Invoices of subscriptions cannot be revised.', param);
  }
  if (!isRevisable(original)) {
    throw rejected(`Only open and uncollectible invoices can be revised. This one is ${original.status}.`, {
      param,
    });
  }
  if (params.subscription !== undefined) requireSubscription(context, params.subscription, 'subscription');
  requireCustomer(context, params.customer ?? original.customer, 'customer');
  rejectOther(params, original);
  return copyInvoice(context, original, id, context.time.now(original.test_clock));
}

/** Stripe does not document what differs from the original beside `from_invoice`; what agrees with it changes nothing. */
function rejectOther(params: Created, { currency, customer, subscription }: Invoice): void {
  const original = { currency, customer, subscription, pending_invoice_items_behavior: 'exclude' } as const;
  const names = ['currency', 'customer', 'pending_invoice_items_behavior', 'subscription'] as const;
  const other = names.find((name) => params[name] !== undefined && params[name] !== original[name]);
  if (other === undefined) return;
  throw notSupported(`\`${other}=${params[other]}\` next to \`from_invoice\``, other);
}

/** The fields shared by creation and update; only those named in the request. */
function readFields(
  context: Context,
  params: ReadValue<typeof updateParams>,
  invoice: Pick<Invoice, 'currency' | 'customer' | 'id'> &
    Partial<Pick<Invoice, 'due_date' | 'rendering' | 'split'>> & {
      readonly now: number;
    },
): Partial<Omit<Invoice, 'lines'>> {
  const { customer, now, rendering, split } = invoice;
  const { custom_fields, description, effective_at, footer, number } = params;
  if (number != null) rejectTaken(context, number, invoice.id);
  if (params.collection_method === 'send_invoice') requireEmail(context, customer);
  return defined({
    automaticTax: wantsAutomaticTax(context, params.automatic_tax, customer),
    ...readDueDate(params, now, invoice.due_date ?? null),
    ...invoiceDiscounts(context, invoice, params.discounts),
    ...readInvoiceSplit(context, params, { before: split }),
    rendering: params.rendering && { ...rendering, ...params.rendering },
    default_payment_method: namedMethod(context, params.default_payment_method, customer),
    description,
    footer,
    custom_fields,
    effective_at,
    number,
    statement_descriptor: params.statement_descriptor,
    default_tax_rates: changedTaxRates(context, params.default_tax_rates, 'default_tax_rates'),
  });
}

/** `current` is null unless the invoice is sent already. */
function readDueDate(
  params: ReadValue<typeof updateParams>,
  now: number,
  current: number | null,
): Partial<Invoice> {
  const { collection_method: given, days_until_due: days, due_date: date } = params;
  const method = given ?? (current === null ? undefined : 'send_invoice');
  if (method === 'charge_automatically') return { due_date: null };
  const due = date ?? (days === undefined ? (current ?? undefined) : now + days * SECONDS_A_DAY);
  if (method === undefined && due === undefined) return {};
  if (method === undefined) {
    throw rejected(
      "You can only specify 'due_date' or 'days_until_due' if invoice collection method is 'send_invoice'.",
    );
  }
  if (due === undefined) {
    throw rejected(
      "If invoice collection method is 'send_invoice', you must specify 'due_date' or 'days_until_due'.",
    );
  }
  return { due_date: due };
}

/** What automatic collection does next with a draft or an open invoice. */
function advancement(invoice: Invoice, now: number): Partial<Invoice> {
  if (invoice.status === 'open') return nextCollection(invoice, now);
  if (invoice.status !== 'draft') return {};
  return {
    automatically_finalizes_at: invoice.auto_advance
      ? (invoice.automatically_finalizes_at ?? now + DRAFT_SECONDS)
      : null,
  };
}

type Finalization = Pick<ReadValue<typeof updateParams>, 'automatically_finalizes_at'>;

/** Stripe documents no text for this. */
function requireAdvance({ automatically_finalizes_at: at }: Finalization, advances: boolean): void {
  if (at === undefined || advances) return;
  const param = 'automatically_finalizes_at';
  throw rejected(`\`${param}\` can only be set if \`auto_advance\` is true.`, param);
}

function readFinalization({ automatically_finalizes_at: at }: Finalization, now: number): number | undefined {
  rejectPast(at, now, 'automatically_finalizes_at');
  rejectFarFuture(at, now, 'automatically_finalizes_at');
  return at;
}

/** Stripe documents no text for this. */
function rejectTaken(context: Context, number: string, id: string): void {
  const found = findNumbered(context, number);
  if (found === undefined || found.id === id) return;
  throw rejected(`Another invoice already has the number ${number}.`, 'number');
}
