import { notSupported } from '../../description/api-error.ts';
import { object } from './composite.ts';
import { flag, oneOf, optional, type Reader } from './reader.ts';

/** Accepts `value`; Stripe's other values are answered with 501. */
export function only<const T extends string>(value: T, ...others: readonly string[]): Reader<T> {
  const any = oneOf(value, ...others);
  return (given, name) => {
    const requested = any(given, name);
    if (requested === value) return value;
    throw notSupported(`${name}=${requested}`, name);
  };
}

/** Accepts only `false`; `true` is answered with 501. */
export const off: Reader<false> = (value, name) => {
  if (!flag(value, name)) return false;
  throw notSupported(`${name}=true`, name);
};

/** Who issues an invoice, or is liable for its taxes: here always the account itself. */
export const ownAccount = optional(object({ type: only('self', 'account') }));
