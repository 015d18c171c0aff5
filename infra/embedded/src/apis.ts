import { apiEnvironment } from './api-environment.ts';
import { type LaunchedApi, launchApiProcess } from './api-process.ts';
import type { Closing } from './closing.ts';

export interface ApisOptions {
  readonly apiInstances?: number;
  /** The API's program; defaults to its sources. */
  readonly apiEntry?: string;
  /** Overrides of the API's variables. */
  readonly apiEnvironment?: Readonly<Record<string, string | undefined>>;
  /** Options of Node.js, such as `--inspect`. */
  readonly nodeOptions?: readonly string[];
  readonly logLevel?: string;
  readonly onApiOutput?: (text: string) => void;
}

export interface ServiceAddresses {
  /** `host:port`. */
  readonly identityAuthority: string;
  readonly databaseUrl: string;
  readonly stripeUrl: string;
}

/** Launches the API instances, whose environments differ only in the port. */
export function launchApis(
  options: ApisOptions,
  publicUrl: string,
  addresses: ServiceAddresses,
  closing: Closing,
): Promise<[LaunchedApi, ...LaunchedApi[]]> {
  const { apiInstances = 1, apiEntry: entry, nodeOptions, logLevel = 'info' } = options;
  const { onApiOutput = () => undefined } = options;
  const environment = (port: number) =>
    apiEnvironment({
      host: '127.0.0.1',
      port,
      publicUrl,
      ...addresses,
      logLevel,
      overrides: options.apiEnvironment,
    });
  const launch = () =>
    closing.add(launchApiProcess({ environment, entry, nodeOptions, onOutput: onApiOutput }));
  return Promise.all([launch(), ...Array.from({ length: apiInstances - 1 }, launch)]);
}
