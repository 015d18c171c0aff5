import { requirePrice } from '../../catalogue/price.ts';
import { requireTaxRate, type TaxAmount } from '../../catalogue/tax-rate.ts';
import { type Customer, type TaxExemption, taxLocation } from '../../customers/customer.ts';
import { rejected } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { lineDiscount } from '../invoices/discounted-lines.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { automaticRates, findBuyer } from './automatic-tax.ts';
import { computeTaxes } from './tax.ts';

/** Requested tax rate ids; `null` clears them, undefined leaves them unchanged. */
export type RequestedTaxRates = readonly string[] | null | undefined;

/** Validates requested tax rates. Archived ones remain where they are used but cannot be added. */
export function usableTaxRates(
  context: Context,
  requested: RequestedTaxRates,
  param: string,
): readonly string[] {
  return (requested ?? []).map((id, index) => {
    const rate = requireTaxRate(context, id, `${param}[${index}]`);
    if (rate.active) return id;
    throw rejected(`The tax rate ${id} is inactive. Only active tax rates can be used.`, {
      param: `${param}[${index}]`,
    });
  });
}

/** The same of a change; undefined if it does not name any. */
export function changedTaxRates(
  context: Context,
  requested: RequestedTaxRates,
  param: string,
): readonly string[] | undefined {
  return requested === undefined ? undefined : usableTaxRates(context, requested, param);
}

/** The item's tax rates, or else the subscription's. */
export function findTaxRates(
  { default_tax_rates = [] }: Pick<Subscription, 'default_tax_rates'>,
  { tax_rates = [] }: Pick<SubscriptionItem, 'tax_rates'>,
): readonly string[] {
  return tax_rates.length > 0 ? tax_rates : default_tax_rates;
}

export function computeTaxAmounts(
  { store }: Context,
  amount: number,
  rates: readonly string[],
  exemption?: TaxExemption,
): TaxAmount[] {
  const known = rates.map((id) => requireFound(store.taxRates.get(id), `tax rate ${id}`));
  return computeTaxes(amount, known, exemption);
}

type Untaxed = Pick<Invoice, 'automaticTax' | 'currency' | 'customer' | 'default_tax_rates'>;

/** Lines with taxes on their discounted amounts, at their own rates or else the invoice's. */
export function taxedLines(
  context: Context,
  { automaticTax = false, customer, currency, default_tax_rates = [] }: Untaxed,
  lines: readonly InvoiceLine[],
): InvoiceLine[] {
  const { tax_exempt } = context.store.customers.get(customer) ?? {};
  const buyer = automaticTax
    ? findBuyer(context, requireFound(context.store.customers.get(customer), `customer ${customer}`))
    : null;
  const findRates = ({ tax_rates: own = [], price }: InvoiceLine) => {
    if (own.length > 0) return own;
    if (!automaticTax || default_tax_rates.length > 0) return default_tax_rates;
    return automaticRates(
      context,
      buyer,
      price === null ? { currency, tax_behavior: undefined } : requirePrice(context.store, price, currency),
    );
  };
  return lines.map((line) => {
    const rates = findRates(line);
    return {
      ...line,
      // A credit refunds these rates, wherever the customer is by then.
      ...(automaticTax && { tax_rates: rates }),
      tax_amounts: computeTaxAmounts(
        context,
        line.amount - lineDiscount(line),
        rates,
        findExemption(context, line, tax_exempt),
      ),
    };
  });
}

/** A credit returns the tax of its charge, whatever the customer owes by then. */
function findExemption(
  { store }: Context,
  { credited_items: credited }: InvoiceLine,
  current: TaxExemption | undefined,
): TaxExemption | undefined {
  if (credited === null || !('lines' in credited)) return current;
  const charged = store.invoices.get(credited.invoice)?.lines.find(({ id }) => credited.lines.includes(id));
  const [tax] = charged?.tax_amounts ?? [];
  if (tax?.reason === 'customer_exempt') return 'exempt';
  return tax?.reason === 'reverse_charge' ? 'reverse' : 'none';
}

/** Returns undefined if not given. Throws if automatic tax is requested for an unknown location. */
export function wantsAutomaticTax(
  context: Context,
  given: { readonly enabled: boolean } | undefined,
  id: Customer['id'],
): boolean | undefined {
  const customer = context.store.customers.get(id);
  const isKnown = customer !== undefined && taxLocation(context, customer) !== null;
  if (!given?.enabled || isKnown) return given?.enabled;
  throw rejected(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid', param: 'automatic_tax[enabled]' },
  );
}
