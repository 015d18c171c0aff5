import type Stripe from 'stripe';
import { invalidRequest } from '../../description/api-error.ts';
import { ISO_COUNTRY_CODES } from '../../description/country-codes.ts';
import { defined } from '../../description/json.ts';
import { type Kept, unset } from '../store/kind-type.ts';
import { object } from './composite.ts';
import { clearable, optional, type Reader, type ReadValue, required, text } from './reader.ts';

export type Address = Kept<Stripe.Address>;

/** Assumed location of customers who gave at most a postal code. */
export const UNITED_STATES: Address = { ...unset<Address>('address'), country: 'US' };

/** An empty part stays an empty string. */
const part: Reader<string | undefined> = (value, name) =>
  value === undefined || value === '' ? value : text()(value, name);

const parts = { city: part, country: part, line1: part, line2: part, postal_code: part, state: part };

export const addressParam = object(parts);

/** A country that exists. The addresses of customers take any text. */
export const countryParam: Reader<string> = (value, name) => {
  const country = text()(value, name);
  if (ISO_COUNTRY_CODES.has(country.toUpperCase())) return country;
  throw invalidRequest(
    `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'. A full list of country codes is available at https://en.wikipedia.org/wiki/ISO_3166-1_alpha-2#Officially_assigned_code_elements`,
    { param: name },
  );
};

export const billingAddressParam = object({ ...parts, country: optional(countryParam) });

/** A complete address: omitted parts are as before, or null. */
export function toAddress(
  given: Partial<ReadValue<typeof addressParam>>,
  before: Address | null = null,
): Address {
  return { ...unset<Address>('address'), ...before, ...defined(given) };
}

export interface Shipping {
  readonly address: Address;
  readonly name: string;
  readonly phone: string | null;
  readonly carrier?: string | null | undefined;
  readonly tracking_number?: string | null | undefined;
}

const fields = { address: required(addressParam), name: text(), phone: clearable(text()) } as const;

/** A payment may be sent to somebody without a name. */
const nameOfPayment: Reader<string> = (value, name) => (value === '' ? value : text()(value, name));

export const customerShippingParam = clearable(object(fields));

/** What payments have beside it. */
const sent = { carrier: clearable(text()), tracking_number: clearable(text()) } as const;

export const paymentShippingParam = clearable(object({ ...fields, ...sent, name: nameOfPayment }));

type ShippingGiven = NonNullable<ReadValue<typeof customerShippingParam>> &
  Pick<Shipping, 'carrier' | 'tracking_number'>;

/** Null if the request clears it, `before` if it does not mention it; what it omits is as before. */
export function readShipping<T extends Shipping | null | undefined>(
  given: ShippingGiven | null | undefined,
  before: T,
): Shipping | T | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const { address, name, phone = before?.phone ?? null, ...others } = given;
  return { ...before, ...defined(others), address: toAddress(address, before?.address), name, phone };
}
