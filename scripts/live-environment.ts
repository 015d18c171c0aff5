import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { serviceEnvironment } from '@outharbor/rehearsal/compose-settings';
import { ROOT } from './step.ts';

const MOUNTED = '/run/secrets';
/** Same default as in docker-compose.live.yml. */
const DEFAULT_FOLDER = 'secrets';

/**
 * The API environment that docker-compose.live.yml builds from `.env`, for a process outside the container:
 * secrets are read from the operator's folder. As with Compose, shell variables override `.env`.
 */
export async function liveEnvironment(shell: NodeJS.ProcessEnv, folder = ROOT): Promise<NodeJS.ProcessEnv> {
  const compose = await readFile(join(folder, 'docker-compose.live.yml'), 'utf8');
  const variables = await liveVariables(shell, folder);
  const secrets = variables.SECRETS_FOLDER || DEFAULT_FOLDER;
  // Required by the compose file; no image is run here.
  const settings = serviceEnvironment([compose], 'api', { ...asText(variables), IMAGE_TAG: 'none' });
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(MOUNTED, join(folder, secrets))]),
  );
}

/** The variables that docker-compose.live.yml sees. */
async function liveVariables(shell: NodeJS.ProcessEnv, folder = ROOT): Promise<NodeJS.ProcessEnv> {
  const file = await readFile(join(folder, '.env'), 'utf8').catch((cause: unknown) => {
    throw new Error('There is no readable .env with the live settings: see docs/going-live.md.', { cause });
  });
  return { ...parseEnv(file), ...shell };
}

function asText(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? '']));
}
