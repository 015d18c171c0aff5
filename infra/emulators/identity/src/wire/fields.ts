import { isObject } from '@outharbor/emulator-kit/json-object';
import { badRequest } from '../errors/api-error.ts';

/** Reads a JSON request body field by field; an error for a wrong type names the field. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    if (!isObject(value)) {
      throw badRequest(`Invalid JSON payload received. ${path || 'The body'} must be an object.`);
    }
    this.#values = value;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name) && this.#values[name] !== null;
  }

  raw(name: string): unknown {
    return this.has(name) ? this.#values[name] : undefined;
  }

  all(): object {
    return this.#values;
  }

  text(name: string): string | undefined {
    return this.#typed(name, 'TYPE_STRING', (value) => typeof value === 'string') as string | undefined;
  }

  /** A text that is not empty; throws `code` without it. */
  required(name: string, code: string): string {
    const text = this.text(name);
    if (!text) throw badRequest(code);
    return text;
  }

  /** An enum value by its name or, as some SDKs send it, by its number. */
  enumeration(name: string, names: readonly string[]): string | undefined {
    const value = this.raw(name);
    if (typeof value !== 'number') return this.text(name);
    const named = names[value];
    if (named === undefined) throw this.#mismatch(name, 'TYPE_ENUM', value);
    return named;
  }

  flag(name: string): boolean | undefined {
    return this.#typed(name, 'TYPE_BOOL', (value) => typeof value === 'boolean') as boolean | undefined;
  }

  /** An int64, which JSON carries as a string or a number. */
  integer(name: string): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    if (!Number.isSafeInteger(number)) throw this.#mismatch(name, 'TYPE_INT64', value);
    return number as number;
  }

  object(name: string): Fields | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : new Fields(value, this.#fieldPath(name));
  }

  objects(name: string): Fields[] {
    return this.#list(name).map((value, index) => new Fields(value, `${this.#fieldPath(name)}[${index}]`));
  }

  texts(name: string): string[] {
    return this.#list(name).map((value) => {
      if (typeof value !== 'string') throw this.#mismatch(name, 'TYPE_STRING', value);
      return value;
    });
  }

  #list(name: string): unknown[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    // The service accepts a single value for a list.
    return Array.isArray(value) ? value : [value];
  }

  #typed(name: string, type: string, fits: (value: unknown) => boolean): unknown {
    const value = this.raw(name);
    if (value === undefined || fits(value)) return value;
    throw this.#mismatch(name, type, value);
  }

  #fieldPath(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  // Omits the value, which may be a password.
  #mismatch(name: string, type: string, value: unknown): Error {
    const kind = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    return badRequest(`Invalid value at '${this.#fieldPath(name)}' (${type}), ${kind}`);
  }
}
