import { requireActivePrice } from '../../catalogue/price.ts';
import { taxRatesParam } from '../../catalogue/tax-rates-param.ts';
import { missingParameter, wrongCurrency } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { list, object } from '../../kinds/params/composite.ts';
import { changedMetadata, metadata } from '../../kinds/params/metadata.ts';
import { flag, integer, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { inlinePrice, oncePriceData } from '../subscriptions/inline-price.ts';
import type { OneTimeItem } from '../subscriptions/subscription-schedule.ts';
import { usableTaxRates } from '../tax/line-taxes.ts';
import { pricedOnce } from './add-one-time-items.ts';

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
  currency: string,
  place = 'add_invoice_items',
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
        ...(rates != null && { tax_rates: usableTaxRates(context, rates, `${place}[${index}][tax_rates]`) }),
      };
    },
  );
}
