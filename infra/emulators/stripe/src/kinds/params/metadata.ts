import { invalidRequest } from '../../description/api-error.ts';
import type { Metadata } from '../store/entity.ts';
import { countCharacters, type Reader } from './reader.ts';

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
