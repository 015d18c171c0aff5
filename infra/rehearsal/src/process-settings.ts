import type { Variables } from './compose-settings.ts';

export interface ProcessConnections {
  readonly port: number;
  readonly secretsFolder: string;
  readonly nodeOptions: string;
}

const LOCAL = '127.0.0.1';

/** Derives the environment of the API as a local process from that of its container. */
export function processSettings(
  container: Variables,
  connections: ProcessConnections,
): Record<string, string> {
  const { port, secretsFolder, nodeOptions } = connections;
  const mounted = Object.entries(container).map(([name, value]) => [
    name,
    value.replace('/run/secrets', secretsFolder),
  ]);
  return {
    ...Object.fromEntries(mounted),
    HOST: LOCAL,
    PORT: String(port),
    METRICS_HOST: LOCAL,
    METRICS_PORT: '0',
    TRUST_PROXY: 'loopback',
    ALERT_LOG: '',
    NODE_OPTIONS: nodeOptions,
  };
}
