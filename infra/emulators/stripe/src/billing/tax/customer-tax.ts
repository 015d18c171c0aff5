import type Stripe from 'stripe';
import { taxLocation } from '../../customers/tax-location.ts';
import type { Context } from '../../kinds/context.ts';
import { isRegistered } from './automatic-tax.ts';

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
