import { emptyParameter, invalidRequest, missingParameter } from '../../description/api-error.ts';
import type { FormValue } from './form.ts';

/** Parses one parameter or throws Stripe's error for it. */
export type Reader<T> = (value: FormValue | undefined, name: string) => T;
export type ReadValue<R> = R extends Reader<infer T> ? T : never;

function present(value: FormValue | undefined, name: string): FormValue {
  if (value === undefined) throw missingParameter(name);
  if (value === '') throw emptyParameter(name);
  return value;
}

function single(value: FormValue | undefined, name: string): string {
  const given = present(value, name);
  if (typeof given !== 'string') {
    throw invalidRequest(`Invalid string: ${JSON.stringify(given)}`, { param: name });
  }
  return given;
}

/** How many characters a text has. Unlike its `length`, an emoji is one. */
export const countCharacters = (text: string): number => [...text].length;

export function text(maxLength = 5000): Reader<string> {
  return (value, name) => {
    const given = single(value, name);
    if (given.length <= maxLength || countCharacters(given) <= maxLength) return given;
    const message = `Invalid string: ${given.slice(0, 10)}...; must be at most ${maxLength} characters`;
    throw invalidRequest(message, { code: 'parameter_invalid_string', param: name });
  };
}

export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, name) => {
    const given = single(value, name);
    const details = { code: 'parameter_invalid_integer', param: name };
    if (!/^-?\d{1,15}$/.test(given)) {
      throw invalidRequest(`Invalid integer: ${given}`, { ...details, choice: given });
    }
    const number = Number(given);
    if (number < min) throw invalidRequest(`This value must be greater than or equal to ${min}.`, details);
    if (number > max) throw invalidRequest(`This value must be less than or equal to ${max}.`, details);
    return number;
  };
}

/** An amount of money. */
export function amount(max: number): Reader<number> {
  const read = integer(Number.MIN_SAFE_INTEGER, max);
  return (value, name) => {
    const given = read(value, name);
    if (given < 0) throw invalidRequest('Invalid non-negative integer', { param: name });
    return given;
  };
}

/** SDKs for Python and .NET write `True` and `False` up to the releases of April 2025. */
export const flag: Reader<boolean> = (value, name) => {
  const given = single(value, name);
  if (/^true$/i.test(given)) return true;
  if (/^false$/i.test(given)) return false;
  throw invalidRequest(`Invalid boolean: ${given}`, { param: name, choice: given });
};

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' });

export function oneOf<const T extends string>(...allowed: readonly T[]): Reader<T> {
  return (value, name) => {
    const given = single(value, name);
    const found = allowed.find((candidate) => candidate === given);
    if (found !== undefined) return found;
    throw invalidRequest(`Invalid ${name}: must be one of ${ALTERNATIVES.format(allowed)}`, {
      param: name,
      choice: given,
    });
  };
}

/** Rejects an absent value even if the reader would take one, as those of objects do. */
export function required<T>(reader: Reader<T>): Reader<T> {
  return (value, name) => {
    if (value === undefined) throw missingParameter(name);
    return reader(value, name);
  };
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined ? undefined : reader(value, name));
}

/** Absent → undefined; the empty string, which clears a field → null. */
export function clearable<T>(reader: Reader<T>): Reader<T | null | undefined> {
  return (value, name) => {
    if (value === undefined) return undefined;
    return value === '' ? null : reader(value, name);
  };
}

/** Absent or empty → undefined, for what a new object cannot have yet. */
export function skippable<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, name) => clearable(reader)(value, name) ?? undefined;
}

/** The parameters that are stored and returned but have no other effect. */
export const onlyEchoed = new WeakSet<Reader<unknown>>();

export function echoed<T>(reader: Reader<T>): Reader<T> {
  const marked: Reader<T> = (value, name) => reader(value, name);
  onlyEchoed.add(marked);
  return marked;
}

export function onlyShown<F extends Readonly<Record<string, Reader<unknown>>>>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, echoed(read)])) as F;
}

function decimalUpTo(digits: number): Reader<number> {
  const pattern = new RegExp(`^\\d{1,3}(\\.\\d{1,${digits}}0*)?$`);
  return (value, name) => {
    const given = text()(value, name);
    if (pattern.test(given)) return Number(given);
    throw invalidRequest(`Invalid decimal: ${given}`, { code: 'parameter_invalid_decimal', param: name });
  };
}

/** A percentage from 0 to 100, with at most two decimal places. */
export const share: Reader<number> = (value, name) => percentageFrom(0, value, name);

/** The same above 0. */
export const percentage: Reader<number> = (value, name) => percentageFrom(0.01, value, name);

function percentageFrom(least: number, ...[value, name]: Parameters<Reader<number>>): number {
  const number = decimalUpTo(2)(value, name);
  if (number >= least && number <= 100) return number;
  const limit = number > 100 ? 'less than or equal to 100' : `greater than or equal to ${least}`;
  const shown = Number.isInteger(number) ? number.toFixed(1) : number;
  throw invalidRequest(`This value must be ${limit} (it currently is '${shown}').`, { param: name });
}

/** A percentage from 0 to 100, with at most four decimal places. */
export const taxPercentage: Reader<number> = (value, name) => {
  const number = decimalUpTo(4)(value, name);
  if (number <= 100) return number;
  throw invalidRequest(`${name} must be at most 100.`, { param: name });
};
