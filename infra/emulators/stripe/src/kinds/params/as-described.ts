import { invalidRequest, notSupported } from '../../description/api-error.ts';
import {
  DESCRIPTION,
  operationName,
  type ParameterFields,
  type ParameterSchema,
  parameterAtStripe,
} from '../../description/description.ts';
import type { Decimal, IsSame } from '../store/kind-type.ts';
import { countryParam } from './address.ts';
import { list, type MetadataChange, metadata, type ObjectReader, object, onlyOne } from './composite.ts';
import type { FormValue } from './form.ts';
import { clearable, echoed, flag, integer, oneOf, optional, type Reader, required, text } from './reader.ts';
import { currency } from './texts.ts';

/**
 * What is read in another way, or is not described, by its place such as `items[price]`, which ends with `!` if it is
 * required: null if it is not supported, a number for how many items it may have, and names for which of its parts are.
 */
export type Exceptions = Readonly<
  Record<string, Reader<unknown> | number | readonly string[] | null | undefined>
>;

/** What is read of parameters of these types: null is what clears one, and enums have only the values that are known. */
export type Taken<P> = P extends Decimal
  ? number
  : P extends ''
    ? null
    : P extends string
      ? IsSame<P, string & Record<never, never>> extends true
        ? never
        : P
      : P extends readonly (infer E)[]
        ? Taken<E>[]
        : P extends object
          ? { readonly [K in keyof P]: K extends 'metadata' ? MetadataChange : Taken<P[K]> }
          : P;

/** An optional one may be there as undefined, too. */
type Read<P, N extends keyof P> = Taken<P[N]> | (undefined extends P[N] ? undefined : never);

/** The parameters of a call as Stripe describes them, but for the exceptions; some are only shown. */
export function callParams<P, Own = unknown>(
  call: string,
  exceptions: Exceptions = {},
  shownOnly: readonly string[] = [],
): ObjectReader<Omit<Taken<P>, keyof Own> & Own> {
  const described = DESCRIPTION.operations[operationName(call)] ?? {};
  const fields = fieldReaders(described, { metadata, ...exceptions }, '');
  for (const [name, read] of Object.entries(exceptions)) {
    if (typeof read === 'function' && /^\w+$/.test(name)) fields[name] ??= optional(read);
  }
  for (const name of shownOnly) fields[name] = echoed(fields[name] ?? text());
  return object(fields) as ObjectReader<Omit<Taken<P>, keyof Own> & Own>;
}

/**
 * Readers for the parameters of a call, or of a place in it such as `POST /v1/subscriptions items[0]`, that are read
 * exactly as Stripe describes them, but for the exceptions, by their names.
 */
export function describedParams<P>(call: string, exceptions: Exceptions = {}) {
  const [method, path, place = ''] = call.split(' ');
  const [schema] = parameterAtStripe(`${method} ${path}`, place);
  const all = typeof schema === 'object' && 'fields' in schema ? Object.entries(schema.fields) : [];
  return <K extends keyof P & string>(...names: readonly K[]) => {
    const named = all.filter(([key]) => names.some((name) => key.replace('!', '') === name));
    const readers: object = fieldReaders(Object.fromEntries(named), { metadata, ...exceptions }, '');
    return readers as { readonly [N in K]: Reader<N extends 'metadata' ? MetadataChange : Read<P, N>> };
  };
}

/** A parameter whose parts are all read exactly as Stripe describes them, but for the exceptions. */
export function asDescribed(call: string, name: string, exceptions: Exceptions = {}): Reader<unknown> {
  const [schema, ...others] = parameterAtStripe(call, name);
  if (schema === undefined) throw new RangeError(`${name} of ${call} is not described`);
  return others.length === 0 ? readerFor(schema, exceptions) : oneFitting([schema, ...others]);
}

function readerFor(schema: ParameterSchema, exceptions: Exceptions = {}, place = ''): Reader<unknown> {
  const within = (part: ParameterSchema, at = place) => readerFor(part, exceptions, at);
  if (typeof schema === 'number') return within(DESCRIPTION.shared[schema] ?? 'any');
  if (schema === 'any') return (value) => value;
  if (schema === 'boolean') return flag;
  if (schema === 'integer') return integer();
  if (schema === 'number' || schema === 'decimal') return number;
  if (schema === 'currency') return currency;
  if (schema === 'string') return text();
  if ('string' in schema) return text(schema.string);
  if ('of' in schema) return oneOf(...inOrder(schema.of));
  if ('list' in schema) {
    const max = exceptions[place] ?? MOST[lastName(place)];
    return list(within(schema.list), typeof max === 'number' ? max : undefined);
  }
  if ('clearable' in schema) return clearable(within(schema.clearable));
  if ('any' in schema) return oneFitting(schema.any);
  if ('map' in schema) return (value, name) => object(listItems(value, readerFor(schema.map)))(value, name);
  const fields = fieldReaders(schema.fields, exceptions, place);
  return lastName(place) === 'discounts' ? onlyOne(fields) : object(fields);
}

/** How many items a list of this name has at most, wherever it is (docs.stripe.com/api/invoices/create). */
const MOST: Readonly<Record<string, number>> = { custom_fields: 4, discounts: 20 };

/** `items[0][price]` → `price`. */
const lastName = (place: string): string => /\w+(?=\]?$)/.exec(place)?.[0] ?? '';

function fieldReaders(fields: ParameterFields, exceptions: Exceptions, place: string) {
  const readers: Record<string, Reader<unknown>> = {};
  const supported = exceptions[place];
  for (const [key, part] of Object.entries(fields)) {
    const name = key.replace('!', '');
    if (Array.isArray(supported) && !supported.includes(name)) continue;
    const at = place === '' ? name : `${place}[${name}]`;
    const needed = exceptions[`${at}!`];
    const other = needed ?? exceptions[at] ?? (name === 'metadata' ? exceptions.metadata : undefined);
    if (exceptions[at] === null) continue;
    const reader =
      typeof other === 'function' ? other : (ownReader(name, fields) ?? readerFor(part, exceptions, at));
    readers[name] = key === name && needed === undefined ? optional(reader) : required(reader);
  }
  // What is not described here, and read nevertheless.
  for (const [at, read] of Object.entries(exceptions)) {
    const [, parent = '', name = ''] = /^(.*?)\[?(\w+)\]?$/.exec(at) ?? [];
    if (parent === place && place !== '' && typeof read === 'function') readers[name] ??= optional(read);
  }
  return readers;
}

/** What is read in its own way wherever it is. */
function ownReader(name: string, fields: ParameterFields): Reader<unknown> | undefined {
  if (name === 'liability' || name === 'issuer') return ownAccount;
  if (name === 'tax_rates' || name === 'default_tax_rates') return taxRates;
  return name === 'country' && 'postal_code' in fields ? countryParam : undefined;
}

/** Ids of at most five tax rates; the empty string removes all, also where the description does not say so. */
const taxRates = clearable(list(text(), 5));

function listItems(value: unknown, reader: Reader<unknown>): Record<string, Reader<unknown>> {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return Object.fromEntries(keys.map((key) => [key, reader]));
}

const number: Reader<number> = (value, name) => {
  const given = text()(value, name);
  if (given.trim() !== '' && Number.isFinite(Number(given))) return Number(given);
  throw invalidRequest(`Invalid decimal: ${given}`, { param: name });
};

/** Alternatives differ in their form, such as a text or an object; the last one reports what fits none. */
function oneFitting(schemas: readonly ParameterSchema[]): Reader<unknown> {
  const readers = schemas.map((schema) => ({ schema, read: readerFor(schema) }));
  return (value, name) => {
    const { read } = readers.find(({ schema }) => fits(schema, value)) ?? readers.at(-1) ?? { read: text() };
    return read(value, name);
  };
}

function fits(schema: ParameterSchema, value: FormValue | undefined): boolean {
  const isComposite =
    typeof schema === 'object' && ('fields' in schema || 'list' in schema || 'map' in schema);
  if (typeof value === 'object') return isComposite;
  if (typeof schema === 'object' && 'of' in schema) return schema.of.includes(value ?? '');
  return !isComposite;
}

/** A parameter that takes any value that Stripe's description lists for it. */
export function choice(call: string, name: string): Reader<string> {
  return oneOf(...choices(call, name));
}

/** Values in the order in which Stripe's messages list them, which its description does not have. */
const ORDERS = [
  'active past_due unpaid canceled incomplete incomplete_expired trialing paused all ended',
  'allow_incomplete error_if_incomplete pending_if_incomplete default_incomplete',
  'draft open void paid uncollectible',
  'include exclude',
  'month year week day',
  'none reverse exempt',
].map((order) => order.split(' '));

function inOrder(values: readonly string[]): readonly string[] {
  const isOf = (order: readonly string[]) =>
    order.length === values.length && order.every((value) => values.includes(value));
  return ORDERS.find(isOf) ?? values;
}

/** The values that Stripe's description lists for a parameter. */
export function choices(call: string, name: string): readonly string[] {
  const values = parameterAtStripe(call, name).flatMap((schema) =>
    typeof schema === 'object' && 'of' in schema ? schema.of : [],
  );
  return inOrder(values);
}

/** Lists that take fewer items than others (docs.stripe.com/api/prices/list). */
const MAX_ITEMS: Readonly<Record<string, number>> = { 'GET /v1/prices lookup_keys': 10 };

/** The filter of a list as Stripe describes it. */
export function described(call: string, name: string): Reader<unknown> {
  const allowed = choices(call, name);
  return allowed.length > 0
    ? oneOf(...allowed)
    : asDescribed(call, name, { '': MAX_ITEMS[`${call} ${name}`] });
}

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
const ownAccount = optional(object({ type: only('self', 'account') }));
