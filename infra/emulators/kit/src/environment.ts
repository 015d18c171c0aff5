import { readFileSync } from 'node:fs';
import { type OmitUndefined, omitUndefined } from './omit-undefined.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each reads one variable, and returns undefined if it is unset, empty or invalid. */
export interface EnvironmentReaders {
  text(name: string): string | undefined;
  /** `true` or `false`. */
  flag(name: string): boolean | undefined;
  integer(name: string, bounds: { readonly min: number; readonly max: number }): number | undefined;
  port(name: string): number | undefined;
  /** An http or https URL, returned without trailing slashes. */
  url(name: string): string | undefined;
  /** The content of the file that `NAME_FILE` names, or else the value of `NAME`. */
  secret(name: string): string | undefined;
  /** Reports another fault. The message starts with the variable's name. */
  fault(message: string): void;
}

const MAX_PORT = 65_535;

/**
 * Builds options from environment variables, without those that are unset. Throws one error that names every
 * invalid variable and what it must be.
 */
export function readEnvironment<T extends object>(
  environment: Environment,
  read: (readers: EnvironmentReaders) => T,
): OmitUndefined<T> {
  const faults: string[] = [];
  const options = read(readersOf(environment, (message) => faults.push(message)));
  if (faults.length > 0) throw new Error(faults.join('; '));
  return omitUndefined(options);
}

function readersOf(environment: Environment, fault: (message: string) => void): EnvironmentReaders {
  const text = (name: string) => environment[name] || undefined;
  const checked = <T>(name: string, convert: (value: string) => T | undefined, expected: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const converted = convert(value);
    if (converted === undefined) fault(`${name} must be ${expected}, not "${value}"`);
    return converted;
  };
  const integer: EnvironmentReaders['integer'] = (name, { min, max }) => {
    const convert = (value: string) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
    };
    return checked(name, convert, `an integer from ${min} to ${max}`);
  };
  return {
    text,
    fault,
    integer,
    flag: (name) => checked(name, (value) => FLAGS.get(value), 'true or false'),
    port: (name) => integer(name, { min: 0, max: MAX_PORT }),
    url: (name) => checked(name, httpUrl, 'an http or https URL'),
    secret: (name) => {
      const file = text(`${name}_FILE`);
      if (file === undefined) return text(name);
      try {
        return readFileSync(file, 'utf8').trim() || undefined;
      } catch (error) {
        fault(`${name}_FILE must be a readable file: ${(error as Error).message}`);
        return undefined;
      }
    },
  };
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function httpUrl(value: string): string | undefined {
  return /^https?:\/\//.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined;
}
