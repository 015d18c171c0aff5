import type { DatabaseEmulatorOptions } from './options.ts';
import { KeysOfService } from './tokens/keys-of-service.ts';

const DEFAULT_PORT = 9000;
const LARGEST_PORT = 65535;
const LONGEST_INTERVAL_MS = 24 * 60 * 60 * 1000;
const LONGEST_LATENCY_MS = 60_000;

/** Reads the settings of the command line form; throws with the name of the variable that is wrong. */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): DatabaseEmulatorOptions {
  const { HOST, RULES_FILE, DATA_DIR, IDENTITY_URL, FIREBASE_PROJECT_ID, ALLOW_OWNER } = environment;
  const { SECOND_HOST } = environment;
  if (IDENTITY_URL && !FIREBASE_PROJECT_ID) throw new Error('IDENTITY_URL needs FIREBASE_PROJECT_ID');
  if (IDENTITY_URL && !URL.canParse(IDENTITY_URL)) {
    throw new Error(`IDENTITY_URL is not an address: ${IDENTITY_URL}`);
  }
  const controlPort = integerOf(environment, 'CONTROL_PORT', LARGEST_PORT);
  const saveIntervalMs = integerOf(environment, 'SAVE_INTERVAL_MS', LONGEST_INTERVAL_MS);
  const connectionLimit = integerOf(environment, 'CONNECTION_LIMIT', Number.MAX_SAFE_INTEGER);
  const latencyMs = integerOf(environment, 'LATENCY_MS', LONGEST_LATENCY_MS);
  return {
    port: integerOf(environment, 'PORT', LARGEST_PORT) ?? DEFAULT_PORT,
    ...(controlPort !== undefined && { controlPort }),
    ...(saveIntervalMs !== undefined && { saveIntervalMs }),
    ...(connectionLimit !== undefined && { connectionLimit }),
    ...(latencyMs !== undefined && { latencyMs }),
    ...(SECOND_HOST && { secondHost: SECOND_HOST }),
    ...(HOST && { host: HOST }),
    ...(RULES_FILE && { rulesFile: RULES_FILE }),
    ...(DATA_DIR && { dataDir: DATA_DIR }),
    ...(IDENTITY_URL &&
      FIREBASE_PROJECT_ID && { tokenAuthority: new KeysOfService(IDENTITY_URL, FIREBASE_PROJECT_ID) }),
    ...(ALLOW_OWNER === 'true' && { allowOwner: true }),
  };
}

function integerOf(environment: NodeJS.ProcessEnv, name: string, largest: number): number | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > largest) {
    throw new Error(`${name} is not an integer from 0 to ${largest}: ${text}`);
  }
  return value;
}
