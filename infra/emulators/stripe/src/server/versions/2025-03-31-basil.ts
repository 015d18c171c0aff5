import { splitInvoice } from '../../billing/invoices/invoice-splits.ts';
import { discountWire } from '../../catalogue/discount.ts';
import { planWire, priceWire } from '../../catalogue/price.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { Context, VersionChange } from '../../kinds/context.ts';
import type { FormObject } from '../../kinds/params/form.ts';
import { each, within } from '../../kinds/versions/in-version.ts';
import type { InvoiceSplit } from '../../payments/splits/payment-splits.ts';

/** The value at `path`; undefined if any step is missing. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (isObject(part) || Array.isArray(part) ? Reflect.get(part, key) : undefined),
    value,
  );
}

/** Before, the first discount was also an expanded object next to the ids. */
function findDiscount({ store }: Context, owner: JsonObject): unknown {
  const first = at(owner, 'discounts', 0);
  if (isObject(first)) return first;
  const discount = store.discounts.get(String(first));
  return discount === undefined ? null : discountWire(discount);
}

/** The first or last such time of the items. */
function pickTime(
  subscription: JsonObject,
  name: string,
  pick: (...times: number[]) => number,
): number | null {
  const items = at(subscription, 'items', 'data');
  const times = (Array.isArray(items) ? items : []).map((item: unknown) => at(item, name));
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 ? null : pick(...known);
}

/** Before, an invoice referred directly to its one subscription and one payment, and a preview had no id. */
function formerInvoice(context: Context, { id, ...fields }: JsonObject): JsonObject {
  const invoice = String(id).startsWith('upcoming_') ? fields : { id, ...fields };
  const details = at(invoice, 'parent', 'subscription_details');
  const stored = context.store.invoices.get(String(id));
  // An event also tells how it was before, when it had no payment or no charge yet.
  const intent = invoice.status === 'draft' ? null : (stored?.payment_intent ?? null);
  const charge =
    intent === null || invoice.attempted === false
      ? null
      : (context.store.paymentIntents.get(intent)?.latest_charge ?? null);
  const taxes = at(invoice, 'total_taxes');
  return {
    ...invoice,
    charge,
    discount: findDiscount(context, invoice),
    paid: invoice.status === 'paid',
    paid_out_of_band: stored?.paid_out_of_band === true,
    payment_intent: intent,
    quote: at(invoice, 'parent', 'quote_details', 'quote') ?? null,
    subscription: at(details, 'subscription') ?? null,
    subscription_details: { metadata: at(details, 'metadata') ?? null },
    tax: sumOfTaxes(taxes),
    total_tax_amounts: formerTaxes(taxes),
    ...formerSplit(stored?.split, invoice),
  };
}

function formerSplit(split: InvoiceSplit = {}, { amount_due: due }: JsonObject) {
  const { application_fee_amount = null, transfer_data: data } = splitInvoice(split, Number(due));
  return {
    application_fee_amount,
    transfer_data: data ? { amount: data.amount ?? null, destination: data.destination } : null,
  };
}

function sumOfTaxes(taxes: unknown): number | null {
  if (!Array.isArray(taxes) || taxes.length === 0) return null;
  return taxes.reduce<number>((sum, tax) => sum + Number(at(tax, 'amount')), 0);
}

function formerTaxes(taxes: unknown): JsonObject[] {
  return (Array.isArray(taxes) ? taxes : []).map((tax: unknown) => ({
    amount: at(tax, 'amount'),
    inclusive: at(tax, 'tax_behavior') === 'inclusive',
    tax_rate: at(tax, 'tax_rate_details', 'tax_rate') ?? null,
    taxability_reason: at(tax, 'taxability_reason') ?? null,
    taxable_amount: at(tax, 'taxable_amount') ?? null,
  }));
}

/** Before, a line embedded its price and referred directly to its source. */
function formerLine(context: Context, line: JsonObject): JsonObject {
  const parent =
    at(line, 'parent', 'subscription_item_details') ?? at(line, 'parent', 'invoice_item_details');
  const item = at(parent, 'invoice_item') ?? null;
  const proration = at(parent, 'proration') ?? false;
  const net = netOfLine(line);
  const unit = at(line, 'pricing', 'unit_amount_decimal') ?? null;
  return {
    ...line,
    ...formerPricing(context, line),
    ...(item === null ? {} : { invoice_item: item }),
    amount_excluding_tax: net,
    proration,
    proration_details: at(parent, 'proration_details') ?? { credited_items: null },
    subscription: at(parent, 'subscription') ?? null,
    ...(at(parent, 'subscription_item') === undefined
      ? {}
      : { subscription_item: at(parent, 'subscription_item') }),
    tax_amounts: formerTaxes(line.taxes),
    tax_rates: taxRatesWire(context, ownRates(context, line)),
    type: item !== null || proration === true ? 'invoiceitem' : 'subscription',
    // Prorations have no unit amount of their own.
    unit_amount_excluding_tax:
      (net === line.amount && unit !== null) || !line.quantity
        ? unit
        : formatDecimal(net / Number(line.quantity)),
  };
}

/** The amount of a line before discounts and without the tax that is included in it. */
function netOfLine({ amount, discount_amounts: discounts, taxes }: JsonObject): number {
  const whole = Number(amount);
  const off = (Array.isArray(discounts) ? discounts : []).reduce(
    (sum, discount) => sum + Number(at(discount, 'amount')),
    0,
  );
  if (whole === off) return whole;
  return whole - Math.round((includedTax(formerTaxes(taxes)) * whole) / (whole - off));
}

const includedTax = (taxes: readonly JsonObject[]): number =>
  taxes.reduce((sum, tax) => sum + (tax.inclusive === true ? Number(tax.amount) : 0), 0);

/** Before, `tax_rates` omitted rates inherited from the invoice. Previewed lines are not stored. */
function ownRates({ store }: Context, { id, invoice, taxes }: JsonObject): readonly string[] {
  const stored = store.invoices.get(String(invoice))?.lines.find((line) => line.id === id);
  if (stored !== undefined) return stored.tax_rates ?? [];
  return formerTaxes(taxes).map(({ tax_rate: rate }) => String(rate));
}

function formerPricing({ store }: Context, object: JsonObject): JsonObject {
  const price = store.prices.get(String(at(object, 'pricing', 'price_details', 'price')));
  if (price === undefined) return { plan: null, price: null };
  return { plan: price.recurring === null ? null : planWire(price), price: priceWire(price) };
}

function formerCreditNoteLine(_context: Context, line: JsonObject): JsonObject {
  const tax_amounts = formerTaxes(line.taxes);
  const net = Number(line.amount) - includedTax(tax_amounts);
  return {
    ...line,
    amount_excluding_tax: net,
    tax_amounts,
    unit_amount_excluding_tax: line.unit_amount === null ? null : formatDecimal(net / Number(line.quantity)),
  };
}

/** At most twelve decimal places. */
const formatDecimal = (value: number) => String(Number(value.toFixed(12)));

function findInvoice({ store }: Context, intent: unknown): string | null {
  if (typeof intent !== 'string') return null;
  const [invoice] = store.invoices.where('payment_intent', intent);
  return invoice?.id ?? null;
}

/** Moves `coupon` and `promotion_code` to `discounts`. */
function toDiscounts({ coupon, promotion_code: code, ...rest }: FormObject): FormObject {
  // An empty one removes the discount.
  if ((coupon ?? code) === '') return { ...rest, discounts: '' };
  const discounts: FormObject = {};
  if (coupon !== undefined) discounts['0'] = { coupon };
  if (code !== undefined) discounts[String(Object.keys(discounts).length)] = { promotion_code: code };
  return Object.keys(discounts).length === 0 ? rest : { ...rest, discounts };
}

/** Moves `price` to `pricing`. */
const toPricing = ({ price, unit_amount: amount, ...rest }: FormObject): FormObject => ({
  ...rest,
  ...(price !== undefined && { pricing: { price } }),
  ...(amount !== undefined && { unit_amount_decimal: amount }),
});

/** Moves `refund` to `refunds`. */
const toRefunds = ({ refund, ...rest }: FormObject): FormObject =>
  refund === undefined ? rest : { ...rest, refunds: { '0': { refund } } };

/** Moves `subscription_items` and similar fields to `subscription_details`. */
function toPreview(form: FormObject): FormObject {
  const details: FormObject = {};
  const rest: FormObject = { preview_mode: 'next' };
  for (const [name, value] of Object.entries(form)) {
    if (name.startsWith('subscription_') && name !== 'subscription_details') {
      details[name.slice('subscription_'.length)] = value;
    } else rest[name] = value;
  }
  return toDiscounts(Object.keys(details).length === 0 ? rest : { subscription_details: details, ...rest });
}

/** Moves the coupons of phases to their `discounts`. */
const toPhaseDiscounts = within('phases', each(toDiscounts));

function findAggregate({ store }: Context, { id }: JsonObject): string | null {
  return store.prices.get(String(id))?.hidden?.aggregate_usage ?? null;
}

/** Moves billing periods to items and invoice payments to a list; lines refer to prices by id. */
export const BASIL: VersionChange = {
  since: '2025-03-31.basil',
  objects: {
    charge: (context, charge) => ({ ...charge, invoice: findInvoice(context, charge.payment_intent) }),
    'checkout.session': (_context, session) => ({
      ...session,
      shipping_details: at(session, 'collected_information', 'shipping_details') ?? null,
    }),
    /** Before, a credit note had one refund. */
    credit_note: (_context, note) => ({
      ...note,
      refund: at(note, 'refunds', 0, 'refund') ?? null,
      tax_amounts: formerTaxes(note.total_taxes),
    }),
    credit_note_line_item: formerCreditNoteLine,
    invoice: formerInvoice,
    invoiceitem: (context, item) => {
      const unit = at(item, 'pricing', 'unit_amount_decimal');
      const subscription_item = at(item, 'parent', 'subscription_details', 'subscription_item');
      return {
        ...item,
        ...formerPricing(context, item),
        subscription: at(item, 'parent', 'subscription_details', 'subscription') ?? null,
        ...(subscription_item === undefined ? {} : { subscription_item }),
        unit_amount: typeof unit === 'string' ? Number(unit) : null,
        unit_amount_decimal: unit ?? null,
      };
    },
    line_item: formerLine,
    payment_intent: (context, intent) => ({ ...intent, invoice: findInvoice(context, intent.id) }),
    plan: (context, plan) => ({ ...plan, aggregate_usage: findAggregate(context, plan) }),
    price: (context, price) => ({
      ...price,
      recurring: isObject(price.recurring)
        ? { ...price.recurring, aggregate_usage: findAggregate(context, price) }
        : null,
    }),
    /** Before, billing periods belonged to the subscription, because its items shared one. */
    subscription: (context, subscription) => ({
      ...subscription,
      current_period_end: pickTime(subscription, 'current_period_end', Math.min),
      current_period_start: pickTime(subscription, 'current_period_start', Math.max),
      discount: findDiscount(context, subscription),
    }),
    /** Before, a phase had one coupon beside its discounts. */
    subscription_schedule: (_context, { phases, ...schedule }) => {
      const withCoupons = (Array.isArray(phases) ? phases : []).map((phase: JsonObject) => ({
        ...phase,
        coupon: at(phase, 'discounts', 0, 'coupon') ?? null,
      }));
      return { ...schedule, phases: withCoupons };
    },
  },
  params: {
    'GET /v1/credit_notes/preview': toRefunds,
    'GET /v1/invoices/upcoming': toPreview,
    'POST /v1/credit_notes': toRefunds,
    'POST /v1/invoiceitems': toPricing,
    'POST /v1/invoiceitems/:id': toPricing,
    'POST /v1/subscription_schedules': toPhaseDiscounts,
    'POST /v1/subscription_schedules/:id': toPhaseDiscounts,
    'POST /v1/subscriptions': toDiscounts,
    'POST /v1/subscriptions/:id': toDiscounts,
  },
};
