import type { Address } from '../state/customer-entities.ts';
import { object } from './composite.ts';
import { clearable, type ReadValue, text } from './reader.ts';

export const addressParam = object({
  city: clearable(text()),
  country: clearable(text()),
  line1: clearable(text()),
  line2: clearable(text()),
  postal_code: clearable(text()),
  state: clearable(text()),
});

/** A complete address; omitted fields are empty. */
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
