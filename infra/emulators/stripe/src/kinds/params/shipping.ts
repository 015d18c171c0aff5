import { type Address, addressParam, toAddress } from './address.ts';
import { object } from './composite.ts';
import { clearable, type Reader, type ReadValue, required, text } from './reader.ts';

export interface Shipping {
  readonly address: Address;
  readonly name: string;
  readonly phone: string | null;
}

const fields = { address: required(addressParam), name: text(), phone: clearable(text()) } as const;

/** A payment may be sent to somebody without a name. */
const nameOfPayment: Reader<string> = (value, name) => (value === '' ? value : text()(value, name));

export const customerShippingParam = clearable(object(fields));

export const paymentShippingParam = clearable(object({ ...fields, name: nameOfPayment }));

type Given = ReadValue<typeof customerShippingParam>;

/** Null if the request clears it, `before` if it does not mention it; what it omits is as before. */
export function readShipping<T extends Shipping | null | undefined>(
  given: Given,
  before: T,
): Shipping | T | null {
  if (given === undefined) return before;
  if (given === null) return null;
  const { address, name, phone = before?.phone ?? null } = given;
  return { address: toAddress(address, before?.address), name, phone };
}
