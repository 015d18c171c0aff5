import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { isRegistered } from '../pricing/automatic-tax.ts';

/** Where the customer is for taxes. */
export function customerTaxWire(context: Context, id: string): Stripe.Customer.Tax {
  const { address = null, shipping } = context.store.customers.get(id) ?? {};
  const isSent = shipping?.address.country != null;
  const place = isSent ? shipping.address : address;
  const common = { ip_address: null, provider: 'stripe' } as const;
  if (place?.country == null) {
    return { ...common, automatic_tax: 'unrecognized_location', location: null };
  }
  const { country, state } = place;
  const isTaxed = isRegistered(context, { country, state: state?.toUpperCase() ?? '' });
  return {
    ...common,
    automatic_tax: isTaxed ? 'supported' : 'not_collecting',
    location: { country, source: isSent ? 'shipping_destination' : 'billing_address', state },
  };
}
