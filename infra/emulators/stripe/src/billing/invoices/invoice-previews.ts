import type Stripe from 'stripe';
import { requireCustomer } from '../../customers/customer.ts';
import { missingParameter, noSuch, rejected, renamingParams } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { checkTrialEnd } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, post } from '../../kinds/endpoint.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { list as listOf, object } from '../../kinds/params/composite.ts';
import { clearable, integer, oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { type ListParams, listFields, readPage } from '../../kinds/read-page.ts';
import { hasEnded, type Invoice, type Subscription } from '../billing-entities.ts';
import { migrateSubscription, twoCancellations, updateSubscription } from '../changes/update-subscription.ts';
import { readAnchor } from '../subscriptions/billing-cycle-anchor.ts';
import { readBillingMode } from '../subscriptions/billing-mode.ts';
import { withInlinePrices } from '../subscriptions/inline-price.ts';
import { createSubscription } from '../subscriptions/open-subscription.ts';
import { dryRun, noneUpcoming, upcomingInvoice } from '../subscriptions/renew-subscription.ts';
import { requireSubscription } from '../subscriptions/subscription.ts';
import {
  billingFields,
  endMoment,
  itemChange,
  moment,
  rejectAnchorInTrial,
} from '../subscriptions/subscription-params.ts';
import { changedTaxRates, usableTaxRates, wantsAutomaticTax } from '../tax/line-taxes.ts';
import { invoiceLineWire, invoiceWire, requireInvoice } from './invoice.ts';
import { addPreviewItems, previewItemsParam } from './preview-items.ts';
import { resolveDiscounts } from './resolve-discounts.ts';

const CREATE = 'POST /v1/invoices/create_preview';

const described = describedParams<Stripe.InvoiceCreatePreviewParams>(CREATE);

const describedDetails = describedParams<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>(
  `${CREATE} subscription_details`,
);

const subscriptionDetails = object({
  ...describedDetails('billing_mode', 'cancel_at_period_end', 'default_tax_rates', 'proration_behavior'),
  billing_cycle_anchor: optional(
    object({ timestamp: optional(integer(0)), type: oneOf('now', 'timestamp', 'unchanged') }),
  ),
  cancel_at: clearable(endMoment),
  items: optional(listOf(itemChange)),
  proration_date: billingFields.proration_date,
  trial_end: optional(moment),
});

const previewFields = {
  ...described('automatic_tax', 'customer', 'discounts', 'issuer', 'subscription'),
  invoice_items: previewItemsParam,
  preview_mode: optional(oneOf('next')),
  subscription_details: optional(subscriptionDetails),
} as const;

const previewParams = object(previewFields);

const UPCOMING = '/v1/invoices/upcoming';

const MODE = 'subscription_details[billing_mode]';
const RATES = 'subscription_details[default_tax_rates]';

type Preview = ReadValue<typeof previewParams>;

export const invoicePreviewEndpoints: readonly Endpoint[] = [
  post('/v1/invoices/create_preview', previewParams, (context, params) =>
    preview(context, params, invoiceWire),
  ),
  get(UPCOMING, previewParams, (context, params) => previewUpcoming(context, params, invoiceWire)),
  get(`${UPCOMING}/lines`, object({ ...previewFields, ...listFields }), (context, params) =>
    previewUpcoming(context, params, (_, invoice) => listLines(context, invoice, params)),
  ),
];

type Format = (context: Context, invoice: Invoice) => object;

function previewUpcoming(context: Context, params: Preview, format: Format): object {
  // Converting parameters of older versions sets `preview_mode`; newer versions do not have these calls.
  if (params.preview_mode === undefined) throw noSuch('invoice', 'upcoming');
  if (params.customer === undefined && params.subscription === undefined) {
    throw rejected(
      'You must either provide a `customer` or a `subscription` to the upcoming invoice endpoint.',
    );
  }
  if (!isOfNew(params)) rejectFlexible(findSubscription(context, params));
  return preview(context, params, format);
}

function listLines(context: Context, invoice: Invoice, params: ListParams): object {
  const source = { matches: invoice.lines, url: `${UPCOMING}/lines`, kind: 'line item' };
  return readPage(context, source, params, (line) => invoiceLineWire(invoice, line));
}

const ITEMS = 'subscription_details[items]';

/** Whether it is for a new subscription. */
function isOfNew({ subscription, subscription_details: details }: Preview): boolean {
  return subscription === undefined && details?.items !== undefined;
}

function rejectFlexible({ flexible }: Subscription): void {
  if (flexible === undefined) return;
  throw rejected(
    'The Upcoming Invoice API does not support `billing_mode = flexible` subscriptions. To preview invoices for these subscriptions, use the Create Preview Invoice API instead.',
  );
}

function preview(context: Context, params: Preview, format: Format): object {
  const existing = isOfNew(params) ? undefined : findSubscription(context, params);
  return dryRun(context, () => {
    const customer = existing?.customer ?? params.customer;
    if (customer !== undefined) addPreviewItems(context, customer, params.invoice_items);
    const invoice = renamingParams(ofDetails, () =>
      existing === undefined ? firstInvoice(context, params) : buildInvoice(context, existing, params),
    );
    const id = `upcoming_${invoice.id}`;
    return format(context, { ...invoice, id, billing_reason: 'upcoming', auto_advance: false });
  });
}

/** What a change of a subscription names by itself is a part here: `items[0][price]`, `trial_end`. */
function ofDetails(param: string): string {
  const [name = ''] = param.split('[');
  return subscriptionDetails.fields.includes(name)
    ? `subscription_details[${name}]${param.slice(name.length)}`
    : param;
}

function findSubscription(context: Context, { customer, subscription }: Preview): Subscription {
  if (subscription !== undefined) {
    const found = requireSubscription(context, subscription, 'subscription');
    if (customer !== undefined && found.customer !== customer) {
      throw noSuch('subscription', subscription, 'subscription');
    }
    return found;
  }
  if (customer === undefined) throw missingParameter('customer');
  const { id } = requireCustomer(context, customer, 'customer');
  const [first] = context.store.subscriptions.where('customer', id, (candidate) => !hasEnded(candidate));
  if (first === undefined) throw noneUpcoming(id);
  return first;
}

/** The first invoice of a new subscription with the requested items. */
function firstInvoice(context: Context, params: Preview): Invoice {
  const { customer: id, automatic_tax: tax, subscription_details: details } = params;
  if (id === undefined) throw missingParameter('customer');
  const customer = requireCustomer(context, id, 'customer');
  const now = context.time.now(customer.test_clock);
  const { billing_cycle_anchor: anchor, trial_end: end } = details ?? {};
  if (typeof end === 'number') checkTrialEnd(end, now);
  if (details?.cancel_at != null && details.cancel_at_period_end === true) throw twoCancellations();
  const { latest_invoice } = createSubscription(context, {
    customer,
    items: withInlinePrices(context, details?.items ?? [], ITEMS),
    fields: {
      automaticTax: wantsAutomaticTax(context, tax, id),
      default_tax_rates: usableTaxRates(context, details?.default_tax_rates, RATES),
      flexible: readBillingMode(details?.billing_mode, MODE, now),
    },
    paymentBehavior: 'preview',
    trial_end: end === 'now' ? null : (end ?? null),
    billing_cycle_anchor: readAnchor({ billing_cycle_anchor: anchor?.timestamp }, [], now),
    proration_behavior: details?.proration_behavior,
    discounts: params.discounts ?? [],
    cancel_at: details?.cancel_at,
    cancel_at_period_end: details?.cancel_at_period_end,
  });
  return requireInvoice(context, latest_invoice ?? '');
}

/** The subscription in the requested billing mode. */
function inMode(
  context: Context,
  subscription: Subscription,
  mode: ReadValue<typeof subscriptionDetails>['billing_mode'],
): Subscription {
  if (mode?.type === 'flexible') {
    return migrateSubscription(context, subscription, mode.flexible?.proration_discounts);
  }
  if (mode === undefined || subscription.flexible === undefined) return subscription;
  const message = 'You cannot migrate a subscription from `flexible` to `classic` billing mode.';
  throw rejected(message, MODE);
}

/** Only a new subscription starts its periods at any time. */
function anchorOfExisting({ billing_cycle_anchor: anchor }: ReadValue<typeof subscriptionDetails>) {
  if (anchor?.type !== 'timestamp') return anchor?.type;
  throw rejected('Invalid billing_cycle_anchor[type]: must be one of now or unchanged', {
    param: 'billing_cycle_anchor[type]',
  });
}

/** The invoice the change would create now, or else the next renewal's. */
function buildInvoice(
  context: Context,
  before: Subscription,
  { automatic_tax: tax, discounts, subscription_details: details }: Preview,
): Invoice {
  const automaticTax = wantsAutomaticTax(context, tax, before.customer);
  const priced = context.store.subscriptions.put({
    ...before,
    ...defined({ automaticTax, discounts: resolveDiscounts(context, before, discounts) }),
  });
  const given = inMode(context, priced, details?.billing_mode);
  rejectAnchorInTrial(before, details ?? {});
  const after =
    details === undefined
      ? given
      : updateSubscription(context, given, {
          billing_cycle_anchor: anchorOfExisting(details),
          cancel_at: details.cancel_at,
          cancel_at_period_end: details.cancel_at_period_end,
          default_tax_rates: changedTaxRates(context, details.default_tax_rates, RATES),
          items: details.items && withInlinePrices(context, details.items, ITEMS),
          trial_end: details.trial_end,
          billing: {
            proration_behavior: details.proration_behavior,
            prorationDate: details.proration_date,
            paymentBehavior: 'preview',
          },
        });
  const billed = after.latest_invoice === before.latest_invoice ? null : after.latest_invoice;
  return context.store.invoices.get(billed ?? '') ?? upcomingInvoice(context, after);
}
