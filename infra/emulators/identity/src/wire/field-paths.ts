import { isObject } from '@outharbor/emulator-kit/json-object';

/** Of the fields of an object in objects: paths such as `signIn.email.enabled`. */
export function leafPaths(group: object): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    isObject(value) ? leafPaths(value).map((path) => `${name}.${path}`) : name,
  );
}

export function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from ?? undefined;
  return isObject(from) && Object.hasOwn(from, name) ? valueAt(from[name], rest) : undefined;
}

export function setAt(
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = isObject(into[name]) ? into[name] : {};
  into[name] = inner;
  setAt(inner, rest, value);
}

/** Google's APIs take a field's name in either spelling. */
export const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A reviver for JSON. */
export function inCamelCase(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [toCamelCase(name), field]));
}
