import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import type { Customer } from './customer.ts';
import { testCardByName } from './methods/test-cards.ts';

interface TaxLocation {
  readonly country: string;
  readonly state: string | null;
  readonly source: Stripe.Customer.Tax.Location['source'];
}

/** Where the customer is for taxes: the first place that is known. Null if there is none. */
export function taxLocation(context: Context, customer: Customer): TaxLocation | null {
  const { address, shipping } = customer;
  const sentTo = shipping?.address;
  if (sentTo?.country) {
    return { country: sentTo.country, state: sentTo.state, source: 'shipping_destination' };
  }
  if (address?.country) {
    return { country: address.country, state: address.state, source: 'billing_address' };
  }
  return locationOfMethod(context, customer);
}

/** In the United States the country of a card is not enough. */
function locationOfMethod(
  { store }: Context,
  { invoice_settings: { default_payment_method: id } }: Customer,
): TaxLocation | null {
  const method = store.paymentMethods.get(id ?? '');
  if (method === undefined) return null;
  const { address } = method.billing_details;
  const country = address?.country || testCardByName(method.card.testCard).country;
  const state = address?.state || null;
  return country === 'US' && state === null ? null : { country, state, source: 'payment_method' };
}
