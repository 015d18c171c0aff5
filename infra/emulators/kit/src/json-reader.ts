import { type OmitUndefined, omitUndefined } from './omit-undefined.ts';

/** Checks that an unknown value is a `T`; throws a RangeError that says what the value at `path` must be. */
export type Reader<T> = (value: unknown, path: string) => T;

type Shape = Readonly<Record<string, Reader<unknown>>>;
export type ObjectOf<S extends Shape> = OmitUndefined<{ [K in keyof S]: ReturnType<S[K]> }>;

export const text = matching(isString, 'a non-empty string', (value) => value !== '');
export const anyText = matching(isString, 'a string');
export const flag = matching((value) => typeof value === 'boolean', 'true or false');
export const httpUrl = matching(isString, 'an http or https URL', isHttpUrl);
export const instant = matching(
  isString,
  'a date and time in ISO 8601',
  (value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
export const anyObject = matching(
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);
export const emptyObject: Reader<undefined> = (value, path) => void object({})(value, path);

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return matching(
    (value) => typeof value === 'number',
    `an integer ${bounds}`,
    (value) => Number.isSafeInteger(value) && value >= min && value <= max,
  );
}

export function oneOf<const T>(choices: readonly T[]): Reader<T> {
  return matching((value): value is T => choices.includes(value as T), `one of ${choices.join(', ')}`);
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : reader(value, path));
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : reader(value, path));
}

export function list<T>(item: Reader<T>, max = 10_000): Reader<readonly T[]> {
  const values = matching(Array.isArray, `a list of at most ${max}`, ({ length }) => length <= max);
  return (value, path) => values(value, path).map((each, index) => item(each, at(path, index)));
}

export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value, path) => {
    const entries = Object.entries(anyObject(value, path));
    return Object.fromEntries(entries.map(([key, each]) => [key, item(each, at(path, key))]));
  };
}

export function object<S extends Shape>(shape: S): Reader<ObjectOf<S>> {
  return (value, path) => {
    const properties = anyObject(value, path);
    const unknown = Object.keys(properties).find((key) => !Object.hasOwn(shape, key));
    if (unknown !== undefined) throw new RangeError(`${path || 'the body'} must not have "${unknown}"`);
    const values = Object.entries(shape).map(([key, reader]) => [
      key,
      reader(properties[key], at(path, key)),
    ]);
    return omitUndefined(Object.fromEntries(values)) as ObjectOf<S>;
  };
}

export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function matching<T>(
  isType: (value: unknown) => value is T,
  expected: string,
  isValid: (value: T) => boolean = () => true,
): Reader<T> {
  return (value, path) => {
    if (isType(value) && isValid(value)) return value;
    throw new RangeError(`${path || 'the body'} must be ${expected}`);
  };
}

function at(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}
