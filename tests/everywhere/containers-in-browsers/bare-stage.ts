import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { browserArguments } from '@outharbor/rehearsal/browser-arguments';
import { fetchThrough } from '@outharbor/rehearsal/fetch-through';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import { AUTHORITY_FILE } from '@outharbor/rehearsal/operator-files';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { type StageContainer, stageContainer } from '../../support/stage-container.ts';
import type { StageEntrance } from '../../support/stage-visitor.ts';
import type { OperatorClone } from './operator-clone.ts';

const LIVE = '-f docker-compose.live.yml';
const DOCKERFILE = 'infra/emulators/Dockerfile';
const OVERLAYS = '-f docker-compose.rehearsal.yml -f infra/rehearsal/bare-stage.yml';

/** The services as an operator with new accounts finds them, in a separate compose project. */
export interface BareStage extends StageContainer, StageEntrance {
  readonly browserArguments: readonly string[];
  /** Fetches by real host name. */
  readonly ask: typeof fetch;
  /** The Stripe account's secret key, for actions taken in the dashboard. */
  readonly accountKey: string;
  /** A free port for the site. */
  readonly sitePort: number;
  /** The service account key file, as downloaded from the console. */
  serviceAccount(): Promise<string>;
  /** Runs a code block of docs/going-live.md with all host names resolved to the stage. */
  run(commands: string, environment?: NodeJS.ProcessEnv): Promise<string>;
  close(): Promise<void>;
}

/** Adds the overlays after the first file, as the page does for docker-compose.keyless.yml. */
const withOverlays = (commands: string) => commands.replaceAll(LIVE, `${LIVE} ${OVERLAYS}`);

export async function startBareStage(clone: OperatorClone): Promise<BareStage> {
  const name = `outharbor-rehearsal-${randomUUID().slice(0, 8)}`;
  const [sitePort, port] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
  const environment = { COMPOSE_PROJECT_NAME: name, STAGE_TAG: name, STAGE_PORT: String(port) };
  // Used until `.env` exists.
  const beforehand = { ...environment, ...OPERATOR_SETTINGS };
  const image = `outharbor/stage:${name}`;
  await docker(['build', '--quiet', '--tag', image, '--target', 'stage', '-f', DOCKERFILE, '.']);
  const close = async () => {
    await clone.run(withOverlays(`docker compose ${LIVE} down --volumes --timeout 5`), beforehand);
    await docker(['image', 'rm', image]);
  };
  try {
    await clone.run(withOverlays(`docker compose ${LIVE} up --no-build --detach --wait stage`), beforehand);
    const inStage = (...command: readonly string[]) =>
      docker(['exec', `${name}-stage-1`, ...command], environment);
    const stage = stageContainer(inStage);
    const { authority: certificate, spkiHash, accountKey } = await stage.report();
    const authority = join(clone.path, '.git', AUTHORITY_FILE);
    await writeFile(authority, certificate);
    const preload = new URL(import.meta.resolve('@outharbor/rehearsal/lead-to-stage'));
    preload.searchParams.set('port', String(port));
    return {
      ...stage,
      origin: OPERATOR_SETTINGS.PUBLIC_URL,
      stage: { gateway: { port }, authority: { certificate } },
      browserArguments: browserArguments(port, spkiHash),
      ask: fetchThrough(() => port, certificate),
      accountKey,
      sitePort,
      serviceAccount: () => inStage('cat', '/operator/firebase_service_account'),
      run: (commands, more = {}) =>
        clone.run(withOverlays(commands), {
          ...environment,
          PATH: `${join(clone.path, 'node_modules/.bin')}:${process.env.PATH}`,
          NODE_OPTIONS: `--import ${preload.href}`,
          NODE_EXTRA_CA_CERTS: authority,
          ...more,
        }),
      close,
    };
  } catch (cause) {
    await close();
    throw new Error('The bare stage did not become healthy.', { cause });
  }
}
