import type { Variables } from './compose-settings.ts';

/** The settings that differ from a rehearsal in containers, and why. A test checks the list. */
export const addedInRehearsal: readonly { readonly names: readonly string[]; readonly why: string }[] = [
  {
    names: ['NODE_OPTIONS'],
    why: 'loads the module that resolves every host name to the stage; in a container the network does this',
  },
  {
    names: ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'TRUST_PROXY'],
    why: "local addresses instead of the container's",
  },
  { names: ['ALERT_LOG'], why: 'off: the log is on the screen' },
  {
    names: [
      'FIREBASE_SERVICE_ACCOUNT_FILE',
      'NODE_EXTRA_CA_CERTS',
      'STRIPE_SECRET_KEY_FILE',
      'STRIPE_WEBHOOK_SECRET_FILE',
    ],
    why: 'the same files in a local folder',
  },
];

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
