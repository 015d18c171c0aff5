import { type Present, present } from './present.ts';

/** Turns a value of unknown type into a `T`; throws a RangeError that says what `place` must be. */
export type Reader<T> = (value: unknown, place: string) => T;

type Shape = Readonly<Record<string, Reader<unknown>>>;
export type ObjectOf<S extends Shape> = Present<{ [K in keyof S]: ReturnType<S[K]> }>;

export const text: Reader<string> = (value, place) =>
  typeof value === 'string' && value !== '' ? value : refuse(place, 'a string that is not empty');

export const anyText: Reader<string> = (value, place) =>
  typeof value === 'string' ? value : refuse(place, 'a string');

export const flag: Reader<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : refuse(place, 'true or false');

export const httpUrl: Reader<string> = (value, place) =>
  typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
    ? value
    : refuse(place, 'an http or https URL');

export const instant: Reader<string> = (value, place) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : refuse(place, 'a date and time in ISO 8601');

export const anyObject: Reader<Readonly<Record<string, unknown>>> = (value, place) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : refuse(place, 'an object');

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return (value, place) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
      ? (value as number)
      : refuse(place, `an integer ${bounds}`);
}

export function oneOf<const T>(choices: readonly T[]): Reader<T> {
  return (value, place) => {
    const found = choices.find((choice) => choice === value);
    return found === undefined ? refuse(place, `one of ${choices.join(', ')}`) : found;
  };
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, place) => (value === undefined ? undefined : reader(value, place));
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => (value === null ? null : reader(value, place));
}

export function list<T>(item: Reader<T>, max = 10_000): Reader<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > max) return refuse(place, `a list of at most ${max}`);
    return value.map((each, index) => item(each, at(place, index)));
  };
}

export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, place) => {
    const entries = Object.entries(anyObject(value, place));
    return Object.fromEntries(entries.map(([key, each]) => [key, item(each, at(place, key))]));
  };
}

/** An object with these properties and no others. */
export function object<S extends Shape>(shape: S): Reader<ObjectOf<S>> {
  return (value, place) => {
    const given = anyObject(value, place);
    const unknown = Object.keys(given).find((key) => !Object.hasOwn(shape, key));
    if (unknown !== undefined)
      throw new RangeError(`${place === '' ? 'the body' : place} must not have "${unknown}"`);
    const values = Object.entries(shape).map(([key, reader]) => [key, reader(given[key], at(place, key))]);
    return present(Object.fromEntries(values)) as ObjectOf<S>;
  };
}

function at(place: string, key: string | number): string {
  return place === '' ? String(key) : `${place}.${key}`;
}

function refuse(place: string, expected: string): never {
  throw new RangeError(`${place === '' ? 'the body' : place} must be ${expected}`);
}
