import { readFileSync } from 'node:fs';

/** What Stripe's description says of a parameter; a number is a position in `shared`. */
type Schema =
  | string
  | number
  | { readonly string: number }
  | { readonly of: readonly string[] }
  | { readonly list: Schema }
  | { readonly map: Schema }
  | { readonly any: readonly Schema[] }
  | { readonly clearable: Schema }
  | { readonly fields: Fields };
/** The name of a required field ends with `!`. */
type Fields = Readonly<Record<string, Schema>>;

export type Params = Readonly<Record<string, unknown>>;

/** A request in which one thing is wrong, and the error that names it; null if nothing is. */
export interface Fault {
  readonly name: string;
  readonly params: Params;
  readonly error: Readonly<Record<string, unknown>> | null;
}

/** The faults of a parameter, and the parameters within it, which exist only if it does. */
export interface Described {
  readonly faults: readonly Fault[];
  readonly parts: readonly Described[];
}

const source = (path: string) => readFileSync(new URL(`../../../stripe/${path}`, import.meta.url), 'utf8');
const { operations, shared }: { operations: Readonly<Record<string, Fields>>; shared: readonly Schema[] } =
  JSON.parse(source('src/description/description.json'));

/** The operations that the emulator serves, such as `POST /v1/customers/:id`. */
export function servedOperations(): string[] {
  return [...source('COVERAGE.md').matchAll(/^- `(?:([A-Z]+) )?(\/[^`]+)`: ([A-Z, ]*)/gm)].flatMap(
    ([, method, path, methods = '']) =>
      (method === undefined ? methods.split(', ') : [method]).map((one) => `${one} ${path}`),
  );
}

const resolve = (schema: Schema | undefined): Exclude<Schema, number> =>
  typeof schema === 'number' ? resolve(shared[schema]) : (schema ?? 'any');

const SAMPLES: Readonly<Record<string, string>> = { boolean: 'true', currency: 'usd' };

/** A value with what is required, and nothing else. */
function sample(given: Schema): unknown {
  const schema = resolve(given);
  if (typeof schema === 'string') return SAMPLES[schema] ?? '1';
  if ('string' in schema) return '1';
  if ('of' in schema) return schema.of[0];
  if ('list' in schema) return [sample(schema.list)];
  if ('map' in schema) return { a: sample(schema.map) };
  if ('any' in schema) return sample(schema.any[0] ?? 'any');
  return 'clearable' in schema ? sample(schema.clearable) : sampleFields(schema.fields);
}

function sampleFields(fields: Fields): Record<string, unknown> {
  const required = Object.entries(fields).filter(([name]) => name.endsWith('!'));
  return Object.fromEntries(required.map(([name, schema]) => [name.slice(0, -1), sampleSent(schema)]));
}

/** An object without a required field has its first one, because without any it would not be sent. */
function sampleSent(given: Schema): unknown {
  const schema = resolve(given);
  if (typeof schema !== 'object' || !('fields' in schema)) return sample(schema);
  const [[name, first] = ['', 'any']] = Object.entries(schema.fields);
  return { [name.replace('!', '')]: sampleSent(first), ...sampleFields(schema.fields) };
}

type Place = (value: unknown) => Params;

/** What a call, or an object in it, needs beyond the description; the empty name stands for the call. */
type Needed = (param: string) => Params | undefined;

/** Everything in a call that the description rules out. */
export function describedFaults(operation: string, needed: Needed): Described {
  const fields = operations[operation] ?? {};
  return ofFields(fields, '', (value) => ({ ...(value as Params) }), needed);
}

function ofFields(fields: Fields, parent: string, place: Place, needed: Needed): Described {
  const base = { ...sampleFields(fields), ...needed(parent) };
  const name = (field: string) => (parent === '' ? field : `${parent}[${field}]`);
  const unknown = name('colour');
  const faults: Fault[] = [
    fault(`unknown ${unknown}`, place({ ...base, colour: 'red' }), {
      code: 'parameter_unknown',
      param: unknown,
    }),
  ];
  const parts = Object.entries(fields).map(([key, schema]) => {
    const field = key.replace('!', '');
    const { [field]: _, ...rest } = base;
    // Without any field an object is not sent at all.
    if (key !== field && (parent === '' || Object.keys(rest).length > 0)) {
      const param = name(field);
      faults.push(fault(`missing ${param}`, place(rest), { code: 'parameter_missing', param }));
    }
    return ofValue(schema, name(field), (value) => place({ ...base, [field]: value }), needed);
  });
  return { faults, parts };
}

const fault = (name: string, params: Params, error: Fault['error']): Fault => ({ name, params, error });

function ofValue(given: Schema, param: string, place: Place, needed: Needed, isItem = false): Described {
  const schema = resolve(given);
  if (schema === 'any') return { faults: [], parts: [] };
  if (typeof schema === 'object' && 'clearable' in schema) {
    const { faults, parts } = ofValue(schema.clearable, param, place, needed, true);
    return { faults: [...faults, fault(`cleared ${param}`, place(''), null)], parts };
  }
  const { faults, parts } = ofType(schema, param, place, needed);
  if (isItem || (typeof schema === 'object' && 'any' in schema)) return { faults, parts };
  const error = { code: 'parameter_invalid_empty', param };
  return { faults: [...faults, fault(`empty ${param}`, place(''), error)], parts };
}

const WRONG: Readonly<Record<string, readonly [value: string, message: RegExp]>> = {
  // Source: cartalyst/stripe issue 218.
  boolean: ['1', /^Invalid boolean: 1$/],
  integer: ['x', /^Invalid integer: x$/],
  number: ['x', /^Invalid decimal: x$/],
  decimal: ['x', /^Invalid decimal: x$/],
  currency: ['zzz', /^Invalid currency: zzz/],
};

function ofType(schema: Exclude<Schema, number>, param: string, place: Place, needed: Needed): Described {
  const wrong = (value: unknown, message: RegExp, code?: string) =>
    fault(`wrong ${param}`, place(value), { message, param, ...(code !== undefined && { code }) });
  if (typeof schema === 'string' && schema !== 'string') {
    const [value, message] = WRONG[schema] ?? ['x', /^Invalid object$/];
    return { faults: [wrong(value, message)], parts: [] };
  }
  if (typeof schema === 'string' || 'string' in schema) {
    const most = typeof schema === 'string' ? 5000 : schema.string;
    const error = { code: 'parameter_invalid_string', param };
    const long = fault(`long ${param}`, place('x'.repeat(most + 1)), error);
    return { faults: [wrong({ a: 'b' }, /^Invalid string: \{"a":"b"\}$/), long], parts: [] };
  }
  if ('of' in schema) return { faults: [wrong('colour', /^Invalid .*: must be one of /)], parts: [] };
  if ('list' in schema) {
    const item = ofValue(schema.list, `${param}[0]`, (value) => place([value]), needed, true);
    return { faults: [wrong('x', /^Invalid array$/)], parts: [item] };
  }
  if ('map' in schema) return { faults: [wrong('x', /^Invalid object$/)], parts: [] };
  if ('any' in schema) {
    const parts = schema.any.map(resolve).filter((one) => typeof one === 'object' && 'fields' in one);
    return {
      faults: [],
      parts: parts.map((one) => ofFields((one as { fields: Fields }).fields, param, place, needed)),
    };
  }
  if (!('fields' in schema)) return ofValue(schema, param, place, needed);
  const { faults, parts } = ofFields(schema.fields, param, place, needed);
  return { faults: [...faults, wrong('x', /^Invalid object$/)], parts };
}
