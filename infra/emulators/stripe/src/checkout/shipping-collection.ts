import { rejected } from '../description/api-error.ts';
import { SHIPPING_COUNTRY_CODES } from '../description/country-codes.ts';
import { list, object } from '../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../kinds/params/reader.ts';

export const shippingCollectionParam = optional(
  object({ allowed_countries: list(oneOf(...SHIPPING_COUNTRY_CODES), 300) }),
);

interface Options {
  readonly automatic_tax?: { readonly enabled: boolean } | undefined;
  readonly customer_update?: { readonly shipping?: 'auto' | 'never' | undefined } | undefined;
  readonly shipping_address_collection?: ReadValue<typeof shippingCollectionParam>;
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
