import type Stripe from 'stripe';
import { usableTaxRates } from '../billing/tax/line-taxes.ts';
import { isMetered } from '../catalogue/price-cost.ts';
import { decimalAmount, readTaxCode, unitAmountParam } from '../catalogue/price-params.ts';
import { createPrice } from '../catalogue/products-and-prices.ts';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  nestParam,
  rejected,
  renamingParams,
} from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { list, object } from '../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/texts.ts';
import type { LineItemRequest } from './create-session.ts';
import { adjustable } from './read-session-options.ts';

const described = describedParams<Stripe.Checkout.SessionCreateParams.LineItem>(
  'POST /v1/checkout/sessions line_items[0]',
  {
    'adjustable_quantity[maximum]': integer(1, 999_999),
    'adjustable_quantity[minimum]': integer(0, 999_998),
    'price_data[product_data][images]': list(url, 8),
    'price_data[product_data][tax_code]': readTaxCode,
    'price_data[recurring][interval_count]': integer(1, 1095),
    'price_data[unit_amount]': unitAmountParam,
    'price_data[unit_amount_decimal]': decimalAmount,
  },
);

export const { adjustable_quantity: adjustableQuantity } = described('adjustable_quantity');

const lineItem = object({
  ...described('adjustable_quantity', 'price', 'price_data', 'tax_rates'),
  quantity: optional(integer(0, 999_999)),
});

export const lineItemsParam = (maxItems?: number) => optional(list(lineItem, maxItems));

type GivenItem = ReadValue<typeof lineItem>;

/** Reads the line items and creates prices for inline price data. */
export function readLineItems(
  context: Context,
  given: readonly GivenItem[] | undefined,
  optional = 0,
): LineItemRequest[] {
  if (given === undefined || given.length === 0) throw missingParameter('line_items');
  if (given.length + optional > 100) {
    throw invalidRequest('Checkout sessions are limited to 100 line items.', { param: 'line_items' });
  }
  return given.map((item, index) => readLineItem(context, item, `line_items[${index}]`));
}

function readLineItem(context: Context, item: GivenItem, place: string): LineItemRequest {
  if (item.price !== undefined && item.price_data !== undefined)
    throw exclusiveParameters('price, price_data', place);
  const price = item.price ?? inlinePrice(context, item, place);
  const quantity = readQuantity(context, price, item, place);
  const inline = item.price === undefined;
  const tax_rates = usableTaxRates(context, item.tax_rates, `${place}[tax_rates]`);
  const adjustable_quantity = adjustable(item.adjustable_quantity);
  return { price, quantity, inline, tax_rates, ...(adjustable_quantity && { adjustable_quantity }) };
}

/** A metered item has none: it is the usage of each period. */
function readQuantity({ store }: Context, price: string, { quantity }: GivenItem, place: string): number {
  const param = `${place}[quantity]`;
  const known = store.prices.get(price);
  if (known !== undefined && isMetered(known)) {
    if (quantity === undefined) return 0;
    throw rejected(
      `Quantity should not be specified where usage_type is \`metered\`. Remove quantity from \`${place}\``,
      param,
    );
  }
  if (quantity === undefined) {
    const message = `Quantity is required. Add \`quantity\` to \`${place}\``;
    throw rejected(message, { code: 'parameter_missing', param });
  }
  if (quantity > 0) return quantity;
  throw rejected('This value must be greater than or equal to 1.', {
    code: 'parameter_invalid_integer',
    param,
  });
}

function inlinePrice(context: Context, { price_data: given }: GivenItem, place: string): string {
  if (given === undefined) {
    throw rejected('You must provide one of `price` or `price_data` for each line item when using prices.');
  }
  const { product_data: data } = given;
  return renamingParams(nestParam(`${place}[price_data]`), () =>
    createPrice(context, {
      // An inline price can be used only once.
      ...{ ...given, active: false, product_data: data && { ...data, active: false } },
    }),
  ).id;
}
