import { apiEnvironment } from './api-environment.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import type { Closing } from './closing.ts';
import type { Emulators } from './emulators.ts';

export interface ApisOptions {
  readonly apiInstances?: number;
  /** The API's program; its sources when absent. */
  readonly apiEntry?: string;
  /** Variables of the API that differ from the usual ones. */
  readonly apiEnvironment?: Readonly<Record<string, string>>;
  readonly logLevel?: string;
  readonly onApiOutput?: (text: string) => void;
}

/** Starts the instances of the API, all with the same environment but for the port. */
export function startApis(
  options: ApisOptions,
  publicUrl: string,
  { identity, database, stripe }: Emulators,
  closing: Closing,
): Promise<[ApiProcess, ...ApiProcess[]]> {
  const { apiInstances = 1, apiEntry: entry, logLevel = 'info', onApiOutput = () => undefined } = options;
  const environment = (port: number) =>
    apiEnvironment({
      host: '127.0.0.1',
      port,
      publicUrl,
      identityAuthority: identity.authority,
      databaseUrl: database.url,
      stripeUrl: stripe.url,
      logLevel,
      overrides: options.apiEnvironment,
    });
  const start = () => closing.add(startApiProcess({ environment, entry, onOutput: onApiOutput }));
  return Promise.all([start(), ...Array.from({ length: apiInstances - 1 }, start)]);
}
