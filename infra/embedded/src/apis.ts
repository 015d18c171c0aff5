import { type ApiConnections, apiEnvironment } from './api-environment.ts';
import { type LaunchedApi, launchApiProcess } from './api-process.ts';
import type { Closing } from './closing.ts';
import { ServerLog } from './server-log.ts';

export interface ApisOptions {
  readonly apiInstances?: number;
  /** The API's program; defaults to its sources. */
  readonly apiEntry?: string;
  /** Overrides of the API's variables. */
  readonly apiEnvironment?: Readonly<Record<string, string | undefined>>;
  /** Options of Node.js, such as `--inspect`. */
  readonly nodeOptions?: readonly string[];
  readonly onApiOutput?: (text: string) => void;
}

type ServiceAddresses = Pick<ApiConnections, 'identityAuthority' | 'databaseUrl' | 'stripeUrl'>;

/** Launches the API instances, whose environments differ only in the port. The log has what they print. */
export async function launchApis(
  options: ApisOptions,
  publicUrl: string,
  addresses: ServiceAddresses,
  closing: Closing,
): Promise<{ readonly apis: [LaunchedApi, ...LaunchedApi[]]; readonly log: ServerLog }> {
  const { apiInstances = 1, apiEntry: entry, nodeOptions, apiEnvironment: overrides, onApiOutput } = options;
  const log = new ServerLog();
  const onOutput = (text: string) => {
    log.write(text);
    onApiOutput?.(text);
  };
  const environment = (port: number) =>
    apiEnvironment({ host: '127.0.0.1', port, publicUrl, ...addresses, logLevel: 'info', overrides });
  const launch = () => closing.add(launchApiProcess({ environment, entry, nodeOptions, onOutput }));
  const apis = await Promise.all([launch(), ...Array.from({ length: apiInstances - 1 }, launch)] as const);
  return { apis, log };
}
