import type { Context } from '../context.ts';
import { refused } from '../errors/api-error.ts';
import { requireTaxRate } from '../lookup/lookup.ts';
import { requireFound } from '../lookup/require.ts';
import { taxesOf } from '../pricing/tax.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import type { TaxAmount } from '../state/tax-entities.ts';
import { takenOffLine } from './invoice-total.ts';

/** Ids of tax rates that a request names; `null` names none, undefined says nothing. */
export type WantedTaxRates = readonly string[] | null | undefined;

/** The rates as they are kept. One that was archived stays where it is, and is not taken anew. */
export function usableTaxRates(context: Context, wanted: WantedTaxRates, param: string): readonly string[] {
  return (wanted ?? []).map((id, index) => {
    const rate = requireTaxRate(context, id, `${param}[${index}]`);
    if (rate.active) return id;
    throw refused(`The tax rate ${id} is inactive. Only active tax rates can be used.`, {
      param: `${param}[${index}]`,
    });
  });
}

/** An item's own rates, else those of its subscription. */
export function taxRatesOf(
  { defaultTaxRates = [] }: Pick<Subscription, 'defaultTaxRates'>,
  { taxRates = [] }: Pick<SubscriptionItem, 'taxRates'>,
): readonly string[] {
  return taxRates.length > 0 ? taxRates : defaultTaxRates;
}

export function taxAmounts({ store }: Context, amount: number, rates: readonly string[]): TaxAmount[] {
  return taxesOf(
    amount,
    rates.map((id) => requireFound(store.taxRates.get(id), `tax rate ${id}`)),
  );
}

/** Lines with the taxes on what is left of them after discounts: at their own rates, else at the invoice's. */
export function taxedLines(
  context: Context,
  lines: readonly InvoiceLine[],
  defaults: readonly string[] = [],
): InvoiceLine[] {
  return lines.map((line) => {
    const { taxRates: own = [] } = line;
    const rates = own.length > 0 ? own : defaults;
    return { ...line, taxAmounts: taxAmounts(context, line.amount - takenOffLine(line), rates) };
  });
}
