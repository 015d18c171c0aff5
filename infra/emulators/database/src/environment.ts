import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { DatabaseEmulatorOptions } from './options.ts';
import { keysOfService } from './tokens/keys-of-service.ts';

const DEFAULT_PORT = 9000;
const MAX_SAVE_INTERVAL_MS = 24 * 60 * 60 * 1000;
const MAX_LATENCY_MS = 60_000;

export function optionsFromEnvironment(environment: Environment): DatabaseEmulatorOptions {
  return readEnvironment(environment, ({ common, text, flag, integer, url, fault }) => {
    const identityUrl = url('IDENTITY_URL');
    const projectId = text('FIREBASE_PROJECT_ID');
    if (identityUrl && !projectId) fault('IDENTITY_URL needs FIREBASE_PROJECT_ID');
    return {
      ...common({ port: DEFAULT_PORT }),
      secondHost: text('SECOND_HOST'),
      rulesFile: text('RULES_FILE'),
      saveIntervalMs: integer('SAVE_INTERVAL_MS', 0, MAX_SAVE_INTERVAL_MS),
      connectionLimit: integer('CONNECTION_LIMIT', 0, Number.MAX_SAFE_INTEGER),
      latencyMs: integer('LATENCY_MS', 0, MAX_LATENCY_MS),
      tokenAuthority: identityUrl && projectId ? keysOfService(identityUrl, projectId) : undefined,
      allowOwner: flag('ALLOW_OWNER') || undefined,
    };
  });
}
