import { requireShippingRate, type ShippingRate } from '../catalogue/shipping-rate.ts';
import { createShippingRate, shippingRateParams } from '../catalogue/shipping-rates.ts';
import { notSupported, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { list, object } from '../kinds/params/composite.ts';
import { optional, type ReadValue, text } from '../kinds/params/reader.ts';
import type { SessionMode } from './checkout-entities.ts';

const option = object({ shipping_rate: optional(text()), shipping_rate_data: optional(shippingRateParams) });

export const shippingOptionsParam = optional(list(option, 5));

interface Options {
  readonly invoice_creation?: { readonly enabled: boolean } | undefined;
  readonly shipping_options?: ReadValue<typeof shippingOptionsParam>;
}

/** Ids of the available rates; inline ones are created. */
export function readShippingOptions(
  context: Context,
  mode: SessionMode,
  { shipping_options: given = [], invoice_creation: invoice }: Options,
): readonly string[] {
  if (given.length === 0) return [];
  if (mode !== 'payment') {
    throw rejected('`shipping_options` can only be used in payment mode.', { param: 'shipping_options' });
  }
  if (invoice?.enabled) throw notSupported('an invoice with shipping costs', 'shipping_options');
  return given.map((each, index) => readRate(context, each, `shipping_options[${index}]`).id);
}

function readRate(
  context: Context,
  { shipping_rate: id, shipping_rate_data: data }: ReadValue<typeof option>,
  param: string,
): ShippingRate {
  if ((id === undefined) === (data === undefined)) {
    throw rejected('Each shipping option is either a `shipping_rate` or `shipping_rate_data`.', { param });
  }
  if (data !== undefined)
    return createShippingRate(context, data, `${param}[shipping_rate_data][fixed_amount]`);
  const rate = requireShippingRate(context, id ?? '', `${param}[shipping_rate]`);
  if (rate.active) return rate;
  throw rejected(`The shipping rate \`${rate.id}\` is inactive.`, { param: `${param}[shipping_rate]` });
}
