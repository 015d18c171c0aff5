import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { taxLocation } from '../lookup/tax-location.ts';
import { isRegistered } from '../pricing/automatic-tax.ts';

/** Where the customer is for taxes. */
export function customerTaxWire(context: Context, id: string): Stripe.Customer.Tax {
  const customer = context.store.customers.get(id);
  const location = customer === undefined ? null : taxLocation(context, customer);
  const common = { ip_address: null, provider: 'stripe' } as const;
  if (location === null) return { ...common, automatic_tax: 'unrecognized_location', location };
  const { country, state } = location;
  const isTaxed = isRegistered(context, { country, state: state?.toUpperCase() ?? '' });
  return {
    ...common,
    automatic_tax: isTaxed ? 'supported' : 'not_collecting',
    location,
  };
}
