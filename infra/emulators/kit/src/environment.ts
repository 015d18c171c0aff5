import { readFileSync } from 'node:fs';
import { isHttpUrl } from './json-reader.ts';
import { type OmitUndefined, omitUndefined } from './omit-undefined.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Options of every emulator. */
export interface CommonOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Directory for the state; memory only when absent. */
  readonly dataDir?: string | undefined;
  /** Host names whose requests are answered and whose pages may act as administrators, beside local ones. */
  readonly allowedHosts?: readonly string[] | undefined;
}

const FLAGS = new Map([
  ['true', true],
  ['false', false],
]);
const MAX_PORT = 65_535;

/** Each reads one variable, and returns undefined if it is unset, empty or invalid. */
export type EnvironmentReaders = ReturnType<typeof createReaders>;

/** Builds options from variables that are set. Throws one error that names every invalid variable. */
export function readEnvironment<T extends object>(
  environment: Environment,
  read: (readers: EnvironmentReaders) => T,
): OmitUndefined<T> {
  const faults: string[] = [];
  const options = read(createReaders(environment, (message) => faults.push(message)));
  if (faults.length > 0) throw new Error(faults.join('; '));
  return omitUndefined(options);
}

function createReaders(environment: Environment, fault: (message: string) => void) {
  const text = (name: string) => environment[name] || undefined;
  const checked = <T>(name: string, convert: (value: string) => T | undefined, expected: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const converted = convert(value);
    if (converted === undefined) fault(`${name} must be ${expected}, not "${value}"`);
    return converted;
  };
  const integer = (name: string, min: number, max: number) => {
    const convert = (value: string) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
    };
    return checked(name, convert, `an integer from ${min} to ${max}`);
  };
  const port = (name: string) => integer(name, 0, MAX_PORT);
  return {
    text,
    integer,
    port,
    common: (defaults: { readonly port?: number; readonly controlPort?: number } = {}) => ({
      port: port('PORT') ?? defaults.port,
      controlPort: port('CONTROL_PORT') ?? defaults.controlPort,
      host: text('HOST'),
      dataDir: text('DATA_DIR'),
      allowedHosts: text('ALLOWED_HOSTS')?.split(','),
    }),
    /** Reports another fault. The message starts with the variable's name. */
    fault,
    flag: (name: string) => checked(name, (value) => FLAGS.get(value), 'true or false'),
    url: (name: string) => checked(name, baseUrl, 'an http or https URL'),
    /** The content of the file that `NAME_FILE` names, or else the value of `NAME`. */
    secret: (name: string) => {
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

function baseUrl(value: string): string | undefined {
  return isHttpUrl(value) ? value.replace(/\/+$/, '') : undefined;
}
