import { isObject } from './json-object.ts';
import { type OmitUndefined, omitUndefined } from './omit-undefined.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Checks that an unknown value is a `T`; throws a RangeError with a line for each fault, naming its path. */
export interface Reader<T> {
  (value: unknown, path: string): T;
  readonly schema: JsonSchema;
  readonly isOptional?: true;
}

export type Shape = Readonly<Record<string, Reader<unknown>>>;
export type ObjectOf<S extends Shape> = OmitUndefined<{ [K in keyof S]: ReturnType<S[K]> }>;

export const text = matching(
  { type: 'string', minLength: 1 },
  isString,
  'a non-empty string',
  (value) => value !== '',
);
export const anyText = matching({ type: 'string' }, isString, 'a string');
export const flag = matching({ type: 'boolean' }, (value) => typeof value === 'boolean', 'true or false');
export const httpUrl = matching(
  { type: 'string', pattern: '^https?://' },
  isString,
  'an http or https URL',
  isHttpUrl,
);
export const instant = matching(
  { type: 'string', format: 'date-time' },
  isString,
  'a date and time in ISO 8601',
  (value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
);
export const anyObject = matching({ type: 'object' }, isObject, 'an object');
export const emptyObject: Reader<undefined> = reader(
  object({}).schema,
  (value, path) => void object({})(value, path),
);

/** Text in a form, such as `a key that starts with sk_test_`. */
export function textLike(pattern: RegExp, expected: string): Reader<string> {
  return matching({ type: 'string', pattern: pattern.source }, isString, expected, (value) =>
    pattern.test(value),
  );
}

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return matching(
    { type: 'integer', minimum: min, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) },
    (value) => typeof value === 'number',
    `an integer ${bounds}`,
    (value) => Number.isSafeInteger(value) && value >= min && value <= max,
  );
}

export function oneOf<const T>(choices: readonly T[]): Reader<T> {
  return matching(
    { enum: choices },
    (value): value is T => choices.includes(value as T),
    `one of ${choices.join(', ')}`,
  );
}

export function optional<T>(inner: Reader<T>): Reader<T | undefined> {
  const read = (value: unknown, path: string) => (value === undefined ? undefined : inner(value, path));
  return Object.assign(reader(inner.schema, read), { isOptional: true } as const);
}

export function nullable<T>(inner: Reader<T>): Reader<T | null> {
  return reader({ anyOf: [inner.schema, { type: 'null' }] }, (value, path) =>
    value === null ? null : inner(value, path),
  );
}

/** Explains a value in the JSON Schema, the help text and the documentation. */
export function described<R extends Reader<unknown>>(description: string, inner: R): R {
  const read = (value: unknown, path: string) => inner(value, path);
  return Object.assign(read, { ...inner, schema: { ...inner.schema, description } }) as R;
}

/** An optional value with an explanation, as most settings are. */
export function setting<T>(description: string, inner: Reader<T>): Reader<T | undefined> {
  return described(description, optional(inner));
}

export function list<T>(item: Reader<T>, max = 10_000): Reader<readonly T[]> {
  const schema = { type: 'array', items: item.schema, maxItems: max };
  const values = matching(schema, Array.isArray, `a list of at most ${max}`, ({ length }) => length <= max);
  return reader(schema, (value, path) =>
    withEveryFault(values(value, path).map((each, index) => () => item(each, at(path, index)))),
  );
}

export function record<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return reader({ type: 'object', additionalProperties: item.schema }, (value, path) => {
    const entries = Object.entries(anyObject(value, path));
    return Object.fromEntries(
      withEveryFault(
        entries.map(
          ([key, each]) =>
            () =>
              [key, item(each, at(path, key))] as const,
        ),
      ),
    );
  });
}

export function object<S extends Shape>(shape: S): Reader<ObjectOf<S>> {
  const entries = Object.entries(shape);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, { schema }]) => [key, schema])),
    required: entries.filter(([, { isOptional }]) => !isOptional).map(([key]) => key),
    additionalProperties: false,
  };
  return reader(schema, (value, path) => {
    const properties = anyObject(value, path);
    const unknown = Object.keys(properties).filter((key) => !Object.hasOwn(shape, key));
    const values = withEveryFault([
      ...unknown.map((key) => (): never => {
        throw new RangeError(`${path || 'the body'} must not have "${key}"`);
      }),
      ...entries.map(
        ([key, read]) =>
          () =>
            [key, read(properties[key], at(path, key))] as const,
      ),
    ]);
    return omitUndefined(Object.fromEntries(values)) as ObjectOf<S>;
  });
}

/** The results of all reads; throws one error with the faults of all. */
function withEveryFault<T>(reads: readonly (() => T)[]): T[] {
  const faults: string[] = [];
  const results = reads.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push(error.message);
      return [];
    }
  });
  if (faults.length > 0) throw new RangeError(faults.join('\n'));
  return results;
}

export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function reader<T>(schema: JsonSchema, read: (value: unknown, path: string) => T): Reader<T> {
  return Object.assign(read, { schema });
}

function matching<T>(
  schema: JsonSchema,
  isType: (value: unknown) => value is T,
  expected: string,
  isValid: (value: T) => boolean = () => true,
): Reader<T> {
  return reader(schema, (value, path) => {
    if (isType(value) && isValid(value)) return value;
    throw new RangeError(`${path || 'the body'} must be ${expected}`);
  });
}

function at(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}
