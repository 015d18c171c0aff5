import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { serviceEnvironment } from '@outharbor/rehearsal/compose-settings';
import { ROOT } from './step.ts';

const MOUNTED = '/run/secrets';
const GOOGLE_MOUNTED = '/run/google';
/** Same default as in docker-compose.live.yml. */
const DEFAULT_FOLDER = 'secrets';

/**
 * The API environment that docker-compose.live.yml builds from `.env`, for a process outside the container:
 * secrets are read from the operator's folder. As with Compose, shell variables override `.env`. Without a key file of
 * Google, docker-compose.keyless.yml counts too.
 */
export async function liveEnvironment(shell: NodeJS.ProcessEnv, folder = ROOT): Promise<NodeJS.ProcessEnv> {
  const variables = await liveVariables(shell, folder);
  const secrets = resolve(folder, variables.SECRETS_FOLDER || DEFAULT_FOLDER);
  const google = resolve(folder, variables.GOOGLE_CREDENTIALS_FOLDER || DEFAULT_FOLDER);
  const isKeyless = !existsSync(join(secrets, 'firebase_service_account'));
  const names = ['docker-compose.live.yml', ...(isKeyless ? ['docker-compose.keyless.yml'] : [])];
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // Required by the compose file; no image is run here.
  const settings = serviceEnvironment(files, 'api', { ...variables, IMAGE_TAG: 'none' });
  const outside = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace(MOUNTED, secrets)]),
  );
  const { GOOGLE_APPLICATION_CREDENTIALS: config } = outside;
  return config?.startsWith(GOOGLE_MOUNTED)
    ? { ...outside, GOOGLE_APPLICATION_CREDENTIALS: await withOwnPaths(config, google) }
    : outside;
}

/** A copy of a federated identity's configuration that names its token file as this machine does. */
async function withOwnPaths(mounted: string, google: string): Promise<string> {
  const text = await readFile(mounted.replace(GOOGLE_MOUNTED, google), 'utf8');
  const copies = mkdtempSync(join(tmpdir(), 'google-credentials-'));
  process.once('exit', () => rmSync(copies, { recursive: true, force: true }));
  const copy = join(copies, 'config.json');
  writeFileSync(copy, text.replaceAll(GOOGLE_MOUNTED, google), { mode: 0o600 });
  return copy;
}

/** The variables that docker-compose.live.yml sees. */
async function liveVariables(shell: NodeJS.ProcessEnv, folder: string): Promise<Record<string, string>> {
  const file = await readFile(join(folder, '.env'), 'utf8').catch((cause: unknown) => {
    throw new Error('There is no readable .env with the live settings: see docs/going-live.md.', { cause });
  });
  const variables = Object.entries({ ...parseEnv(file), ...shell });
  return Object.fromEntries(variables.map(([name, value]) => [name, value ?? '']));
}
