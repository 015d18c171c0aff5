import { type OmitUndefined, omitUndefined } from './omit-undefined.ts';

/** Checks that an unknown value is a `T`; throws a RangeError that says what the value at `path` must be. */
export type Reader<T> = (value: unknown, path: string) => T;

type Shape = Readonly<Record<string, Reader<unknown>>>;
export type ObjectOf<S extends Shape> = OmitUndefined<{ [K in keyof S]: ReturnType<S[K]> }>;

export const text: Reader<string> = (value, path) =>
  typeof value === 'string' && value !== '' ? value : fail(path, 'a non-empty string');

export const anyText: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : fail(path, 'a string');

export const flag: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : fail(path, 'true or false');

export const httpUrl: Reader<string> = (value, path) =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
    ? value
    : fail(path, 'an http or https URL');

export const instant: Reader<string> = (value, path) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : fail(path, 'a date and time in ISO 8601');

export const anyObject: Reader<Readonly<Record<string, unknown>>> = (value, path) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail(path, 'an object');

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : fail(path, `an integer ${bounds}`);
}

export function oneOf<const T>(choices: readonly T[]): Reader<T> {
  return (value, path) => {
    const found = choices.find((choice) => choice === value);
    return found === undefined ? fail(path, `one of ${choices.join(', ')}`) : found;
  };
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path));
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : reader(value, path));
}

export function list<T>(item: Reader<T>, max = 10_000): Reader<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > max) return fail(path, `a list of at most ${max}`);
    return value.map((each, index) => item(each, at(path, index)));
  };
}

export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, path) => {
    const entries = Object.entries(anyObject(value, path));
    return Object.fromEntries(entries.map(([key, each]) => [key, item(each, at(path, key))]));
  };
}

/** An object with only these properties. */
export function object<S extends Shape>(shape: S): Reader<ObjectOf<S>> {
  return (value, path) => {
    const properties = anyObject(value, path);
    const unknown = Object.keys(properties).find((key) => !Object.hasOwn(shape, key));
    if (unknown !== undefined)
      throw new RangeError(`${path === '' ? 'the body' : path} must not have "${unknown}"`);
    const values = Object.entries(shape).map(([key, reader]) => [
      key,
      reader(properties[key], at(path, key)),
    ]);
    return omitUndefined(Object.fromEntries(values)) as ObjectOf<S>;
  };
}

function at(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}

function fail(path: string, expected: string): never {
  throw new RangeError(`${path === '' ? 'the body' : path} must be ${expected}`);
}
