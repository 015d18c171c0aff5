import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './step.ts';

/** Reads the flags and PORT, HOST, CONSOLE_PORT and DATA_DIR. Throws an error that says what is invalid. */
export function readStartOptions(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values } = parseArgs({ args: [...args], options: { fresh: { type: 'boolean', default: false } } });
  const { PORT = '8080', HOST = '127.0.0.1', CONSOLE_PORT = '4000', DATA_DIR = '.data' } = environment;
  return {
    port: parsePort('PORT', PORT),
    host: HOST,
    consolePort: parsePort('CONSOLE_PORT', CONSOLE_PORT),
    /** Holds the state kept between runs and the log of the last run. */
    dataDir: resolve(ROOT, DATA_DIR),
    /** Deletes the state of earlier runs. */
    fresh: values.fresh,
  };
}

function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${name} must be a port number, not '${text}'.`);
  return port;
}

/** Parses the command line; throws an error that names the invalid option. */
export function readRehearseOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      docker: { type: 'boolean', default: false },
      latency: { type: 'string', default: '0' },
      'rate-limits': { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,4}$/.test(values.latency)) {
    throw new Error(`--latency must be 0 to 9999 milliseconds, not ${values.latency}`);
  }
  return { docker: values.docker, latencyMs: Number(values.latency), rateLimits: values['rate-limits'] };
}
