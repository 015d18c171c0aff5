import type { Shipping } from '../state/customer-entities.ts';
import { addressOf, addressParam } from './address.ts';
import { object } from './composite.ts';
import { clearable, type ReadValue, text } from './reader.ts';

const fields = { address: addressParam, name: text(), phone: clearable(text()) } as const;

/** Where a customer wants things sent. */
export const customerShippingParam = clearable(object(fields));
/** Where what a payment pays for is sent. */
export const paymentShippingParam = clearable(object(fields, ['carrier', 'tracking_number']));

type Given = ReadValue<typeof customerShippingParam>;

/** Null where it is cleared, what was known `before` where nothing is said of it. */
export function shippingOf<T>(given: Given, before: T): Shipping | T | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const { address, name, phone } = given;
  return { address: addressOf(address), name, phone: phone ?? null };
}
