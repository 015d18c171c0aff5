import {
  createShippingRate,
  requireShippingRate,
  type ShippingRate,
  shippingRateParams,
} from '../catalogue/shipping-rate.ts';
import { notSupported, rejected } from '../description/api-error.ts';
import { SHIPPING_COUNTRY_CODES } from '../description/country-codes.ts';
import type { Context } from '../kinds/context.ts';
import { list, object } from '../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue, text } from '../kinds/params/reader.ts';
import type { SessionMode } from './checkout-entities.ts';

const option = object({ shipping_rate: optional(text()), shipping_rate_data: optional(shippingRateParams) });

export const shippingOptionsParam = optional(list(option, 5));

export const shippingCollectionParam = optional(
  object({ allowed_countries: list(oneOf(...SHIPPING_COUNTRY_CODES), 300) }),
);

interface Options {
  readonly automatic_tax?: { readonly enabled: boolean } | undefined;
  readonly customer_update?: { readonly shipping?: 'auto' | 'never' | undefined } | undefined;
  readonly invoice_creation?: { readonly enabled: boolean } | undefined;
  readonly shipping_address_collection?: ReadValue<typeof shippingCollectionParam>;
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
    throw rejected('`shipping_options` can only be used in payment mode.', 'shipping_options');
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
    throw rejected('Each shipping option is either a `shipping_rate` or `shipping_rate_data`.', param);
  }
  if (data !== undefined)
    return createShippingRate(context, data, `${param}[shipping_rate_data][fixed_amount]`);
  const rate = requireShippingRate(context, id ?? '', `${param}[shipping_rate]`);
  if (rate.active) return rate;
  throw rejected(`The shipping rate \`${rate.id}\` is inactive.`, `${param}[shipping_rate]`);
}

export function checkShippingCollection(
  { automatic_tax: tax, customer_update: update, shipping_address_collection: asked }: Options,
  customer: string | undefined,
): void {
  const isKept = update?.shipping === 'auto';
  if (asked === undefined) {
    if (!isKept) return;
    throw rejected(
      '`customer_update[shipping]` can be `auto` only if `shipping_address_collection` requests an address.',
      { param: 'customer_update[shipping]' },
    );
  }
  if (tax?.enabled && customer !== undefined && !isKept) {
    throw rejected(
      "Automatic tax calculation uses fields saved on the Customer. To collect a shipping address with `automatic_tax` enabled, set `customer_update[shipping]` to 'auto'.",
      { param: 'customer_update[shipping]' },
    );
  }
}
