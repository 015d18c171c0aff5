import { pricedOnce } from '../billing/one-time-items.ts';
import { usableTaxRates } from '../billing/tax-rates.ts';
import type { Context } from '../context.ts';
import { missingParameter, wrongCurrency } from '../errors/api-error.ts';
import { requireActivePrice } from '../lookup/lookup.ts';
import { list, object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { flag, integer, optional, type ReadValue, text } from '../params/reader.ts';
import { taxRatesParam } from '../params/tax-rates.ts';
import type { OneTimeItem } from '../state/schedule-entities.ts';
import { inlinePrice, oncePriceData } from './inline-price.ts';

const item = object({
  discountable: optional(flag),
  metadata,
  price: optional(text()),
  price_data: oncePriceData,
  quantity: optional(integer(1, 999_999)),
  tax_rates: taxRatesParam,
});

/** Stripe allows 20 per request. */
export const oneTimeItemsParam = optional(list(item, 20));

/** Reads one-time items; all must be in the currency of the recurring items. */
export function readOneTimeItems(
  context: Context,
  given: ReadValue<typeof oneTimeItemsParam>,
  { currency, place }: { readonly currency: string; readonly place: string },
): OneTimeItem[] {
  return (given ?? []).map(
    (
      { discountable, metadata: notes, price: named, price_data: data, quantity = 1, tax_rates: rates },
      index,
    ) => {
      const param = `${place}[${index}][price]`;
      const price = data === undefined ? named : inlinePrice(context, data, `${place}[${index}][price_data]`);
      if (price === undefined) throw missingParameter(param);
      if (data === undefined) requireActivePrice(context, price, param);
      const priced = pricedOnce(context, price, quantity, param);
      if (priced.currency !== currency) throw wrongCurrency(priced.currency, currency, param);
      return {
        price,
        quantity,
        discountable: discountable ?? true,
        metadata: changedMetadata({}, notes),
        ...(rates != null && { taxRates: usableTaxRates(context, rates, `${place}[${index}][tax_rates]`) }),
      };
    },
  );
}
