import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { environmentOf } from '@outharbor/rehearsal/compose-settings';
import { ROOT } from './step.ts';

/** The folder that Compose mounts there; docker-compose.live.yml has the same default. */
const MOUNTED = '/run/secrets';
const DEFAULT_FOLDER = 'secrets';

/**
 * The API's environment as docker-compose.live.yml makes it of `.env`, for a process beside it: secrets are read from
 * the operator's folder. What the shell has set goes before `.env`, as with Compose.
 */
export async function liveEnvironment(shell: NodeJS.ProcessEnv, folder = ROOT): Promise<NodeJS.ProcessEnv> {
  const [compose, file] = await Promise.all(
    ['docker-compose.live.yml', '.env'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const variables = { ...parseEnv(file ?? ''), ...shell };
  const secrets = variables.SECRETS_FOLDER || DEFAULT_FOLDER;
  // Nothing is run from an image here.
  const settings = environmentOf([compose ?? ''], 'api', { ...asText(variables), IMAGE_TAG: 'none' });
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(MOUNTED, join(folder, secrets))]),
  );
}

function asText(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? '']));
}
