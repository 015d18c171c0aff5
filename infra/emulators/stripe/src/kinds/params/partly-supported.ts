import { notSupported } from '../../description/api-error.ts';
import { flag, oneOf, type Reader } from './reader.ts';

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
