import {
  emptyParameter,
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  unknownParameters,
} from '../../description/api-error.ts';
import type { Metadata } from '../store/kind-type.ts';
import type { FormObject, FormValue } from './form.ts';
import { countCharacters, onlyEchoed, type Reader, type ReadValue } from './reader.ts';

type Fields = Readonly<Record<string, Reader<unknown>>>;
/** What an object reader of these fields reads. */
export type ReadFields<F extends Fields> = { [K in keyof F]: ReadValue<F[K]> };

function member(parent: string, key: string): string {
  return parent === '' ? key : `${parent}[${key}]`;
}

function asObject(value: FormValue | undefined, name: string): FormObject {
  if (value === undefined) return {};
  if (value === '') throw emptyParameter(name);
  if (typeof value !== 'object') throw invalidRequest('Invalid object', { param: name });
  return value;
}

function rejectOthers(given: FormObject, fields: Fields, name: string): void {
  const others = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
  if (others.length > 0) throw unknownParameters(others.map((key) => member(name, key)));
}

/** An object reader that exposes its field names. */
export type ObjectReader<T> = Reader<T> & {
  readonly fields: readonly string[];
  readonly shownOnly: readonly string[];
};

/** Fields that Stripe has and `fields` lacks are rejected here and answered with 501 by the call. */
export function object<const F extends Fields>(fields: F): ObjectReader<ReadFields<F>> {
  const readers = Object.entries(fields);
  const read: Reader<ReadFields<F>> = (value, name) => {
    const given = asObject(value, name);
    rejectOthers(given, fields, name);
    const result: Record<string, unknown> = {};
    for (const [key, reader] of readers) {
      // What is missing is the object itself.
      const field = reader(given[key], value === undefined ? name : member(name, key));
      if (field !== undefined) result[key] = field;
    }
    return result as ReadFields<F>;
  };
  const shown = Object.keys(fields).filter((key) => onlyEchoed.has(fields[key] as Reader<unknown>));
  return Object.assign(read, { fields: Object.keys(fields), shownOnly: shown });
}

/** An object of which at most one field is given. */
export function onlyOne<const F extends Fields>(fields: F): Reader<ReadFields<F>> {
  const read = object(fields);
  return (value, name) => {
    const given = read(value, name);
    if (Object.keys(given).length > 1) throw exclusiveParameters(read.fields.join(', '), name);
    return given;
  };
}

const POSITION = /^\d{1,3}$/;

function asList(value: FormValue | undefined, name: string): FormValue[] {
  if (value === undefined) throw missingParameter(name);
  if (value === '') throw emptyParameter(name);
  const isList = typeof value === 'object' && Object.keys(value).every((key) => POSITION.test(key));
  if (!isList) throw invalidRequest('Invalid array', { param: name });
  return Object.entries(value)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}

export function list<T>(reader: Reader<T>, maxItems = 100): Reader<T[]> {
  return (value, name) => {
    const items = asList(value, name);
    if (items.length > maxItems) {
      throw invalidRequest(`Array ${name} exceeded maximum ${maxItems} allowed elements.`, { param: name });
    }
    return items.map((item, index) => reader(item, `${name}[${index}]`));
  };
}

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;

function checkKey(key: string, param: string): void {
  const length = countCharacters(key);
  if (length > MAX_KEY_LENGTH) {
    const message = `Metadata keys can have up to ${MAX_KEY_LENGTH} characters, but you passed in a key that is ${length} characters. Invalid key: ${key}`;
    throw invalidRequest(message, { param });
  }
  if (/[[\]]/.test(key) || key === '') throw invalidRequest(`Invalid metadata key: ${key}`, { param });
}

function checkValue(key: string, value: unknown, param: string): string {
  if (typeof value !== 'string') throw invalidRequest('Metadata values must be strings.', { param });
  const length = countCharacters(value);
  if (length <= MAX_VALUE_LENGTH) return value;
  const message = `Metadata values can have up to ${MAX_VALUE_LENGTH} characters, but you passed in a value that is ${length} characters. Invalid value: ${value}`;
  throw invalidRequest(message, { param: `${param}[${key}]` });
}

/** Requested changes: a non-empty text sets a key, an empty one removes it, `null` removes all keys. */
export type MetadataChange = Metadata | null | undefined;

export const metadata: Reader<MetadataChange> = (value, name) => {
  if (value === undefined) return undefined;
  if (value === '') return null;
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name });
  const entries = Object.entries(value).map(([key, item]) => {
    checkKey(key, name);
    return [key, checkValue(key, item, name)] as const;
  });
  if (entries.length > MAX_KEYS) throw tooMany(entries.length, name);
  return Object.fromEntries(entries);
};

function tooMany(count: number, param: string) {
  const message = `You can have up to ${MAX_KEYS} metadata keys, but you passed in ${count}.`;
  return invalidRequest(message, { param });
}

/** The metadata of a new object that has null if the request has none. */
export function metadataOrNull(given: MetadataChange): Metadata | null {
  return given === undefined ? null : changedMetadata({}, given);
}

export function changedMetadata(current: Metadata, change: MetadataChange): Metadata {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== '');
  if (merged.length > MAX_KEYS) throw tooMany(merged.length, 'metadata');
  return Object.fromEntries(merged);
}
