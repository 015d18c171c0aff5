import { invalidRequest } from '../../description/api-error.ts';
import { DESCRIPTION, type ParameterSchema, parameterAtStripe } from '../../description/description.ts';
import { countryParam } from './address.ts';
import { list, object } from './composite.ts';
import { currency } from './currencies.ts';
import type { FormValue } from './form.ts';
import { clearable, flag, integer, oneOf, optional, type Reader, required, text } from './reader.ts';

/** What is read in another way, by its place such as `items[price]`; null for what is not supported. */
type Exceptions = Readonly<Record<string, Reader<unknown> | null>>;

/** A parameter whose parts are all read exactly as Stripe describes them, but for the exceptions. */
export function asDescribed(call: string, name: string, exceptions: Exceptions = {}): Reader<unknown> {
  const [schema, ...others] = parameterAtStripe(call, name);
  if (schema === undefined) throw new RangeError(`${name} of ${call} is not described`);
  return others.length === 0 ? readerFor(schema, exceptions) : oneFitting([schema, ...others]);
}

export function readerFor(schema: ParameterSchema, exceptions: Exceptions = {}, place = ''): Reader<unknown> {
  const within = (part: ParameterSchema, at = place) => readerFor(part, exceptions, at);
  if (typeof schema === 'number') return within(DESCRIPTION.shared[schema] ?? 'any');
  if (schema === 'any') return (value) => value;
  if (schema === 'boolean') return flag;
  if (schema === 'integer') return integer();
  if (schema === 'number' || schema === 'decimal') return number;
  if (schema === 'currency') return currency;
  if (schema === 'string') return text();
  if ('string' in schema) return text(schema.string);
  if ('of' in schema) return oneOf(...schema.of);
  if ('list' in schema) return list(within(schema.list));
  if ('clearable' in schema) return clearable(within(schema.clearable));
  if ('any' in schema) return oneFitting(schema.any);
  if ('map' in schema) return (value, name) => object(listItems(value, readerFor(schema.map)))(value, name);
  const fields = Object.entries(schema.fields).flatMap(([key, part]) => {
    const name = key.replace('!', '');
    const at = place === '' ? name : `${place}[${name}]`;
    if (exceptions[at] === null) return [];
    const isCountry = name === 'country' && 'postal_code' in schema.fields;
    const reader = exceptions[at] ?? (isCountry ? countryParam : within(part, at));
    return [[name, key === name ? optional(reader) : required(reader)]];
  });
  return object(Object.fromEntries(fields));
}

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
