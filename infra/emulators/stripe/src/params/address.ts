import type { Address } from '../state/customer-entities.ts';
import { object } from './composite.ts';
import { type Reader, type ReadValue, text } from './reader.ts';

/** An empty part stays an empty string. */
const part: Reader<string | undefined> = (value, name) =>
  value === undefined || value === '' ? value : text()(value, name);

export const addressParam = object({
  city: part,
  country: part,
  line1: part,
  line2: part,
  postal_code: part,
  state: part,
});

/** A complete address: omitted parts are as before, or null. */
export function toAddress(
  given: Partial<ReadValue<typeof addressParam>>,
  before: Address | null = null,
): Address {
  const { city, country, line1, line2, postal_code, state } = given;
  const after = (field: keyof Address, value: string | undefined) => value ?? before?.[field] ?? null;
  return {
    city: after('city', city),
    country: after('country', country),
    line1: after('line1', line1),
    line2: after('line2', line2),
    postalCode: after('postalCode', postal_code),
    state: after('state', state),
  };
}
