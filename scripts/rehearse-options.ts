import { parseArgs } from 'node:util';
import type { StageSwitches } from './rehearse-containers.ts';

export interface RehearseOptions extends StageSwitches {
  readonly docker: boolean;
}

/** Parses the command line; throws an error that names the invalid option. */
export function readRehearseOptions(args: readonly string[]): RehearseOptions {
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
