import type { IdentityEmulatorOptions } from './options.ts';

const DEFAULT_PORT = 9099;
const DEFAULT_PROJECT = 'demo-outharbor';

/** Reads the settings of the command line form; throws with the name of the variable that is wrong. */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): IdentityEmulatorOptions {
  const { HOST, FIREBASE_PROJECT_ID, DATA_DIR, ACTION_URL, PERMISSIVE } = environment;
  const controlPort = portOf(environment, 'CONTROL_PORT');
  if (ACTION_URL && !URL.canParse(ACTION_URL)) throw new Error(`ACTION_URL is not an address: ${ACTION_URL}`);
  if (PERMISSIVE && PERMISSIVE !== 'true' && PERMISSIVE !== 'false') {
    throw new Error(`PERMISSIVE is true or false, not ${PERMISSIVE}`);
  }
  return {
    projectId: FIREBASE_PROJECT_ID || DEFAULT_PROJECT,
    port: portOf(environment, 'PORT') ?? DEFAULT_PORT,
    permissive: PERMISSIVE === 'true',
    ...(controlPort !== undefined && { controlPort }),
    ...(HOST && { host: HOST }),
    ...(DATA_DIR && { dataDir: DATA_DIR }),
    ...(ACTION_URL && { actionUrl: ACTION_URL }),
  };
}

function portOf(environment: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port: ${text}`);
  return port;
}
