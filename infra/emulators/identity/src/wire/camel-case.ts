import { isObject } from './json-object.ts';

/** Google's APIs take a field's name in either spelling. */
export const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A reviver for JSON. */
export function inCamelCase(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [toCamelCase(name), field]));
}
