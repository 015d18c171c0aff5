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

/** A complete address; omitted fields are null. */
export function toAddress(given: Partial<ReadValue<typeof addressParam>>): Address {
  const { city, country, line1, line2, postal_code, state } = given;
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postalCode: postal_code ?? null,
    state: state ?? null,
  };
}
