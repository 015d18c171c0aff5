import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '@outharbor/embedded/api-environment';
import { startApiProcess } from '@outharbor/embedded/api-process';
import { allOrNothing, type Closing } from '@outharbor/embedded/closing';
import { startFrontDoor } from '@outharbor/embedded/front-door/front-door';
import { readInlineHashes } from '@outharbor/embedded/front-door/inline-hashes';
import { liveSources, type OutsideSources } from '@outharbor/embedded/front-door/security-headers';
import { loadSiteFiles } from '@outharbor/embedded/front-door/site-files';
import { liveRuntimeConfig } from '@outharbor/embedded/runtime-config';
import { browserArguments } from './browser-arguments.ts';
import { serviceEnvironment } from './compose-settings.ts';
import { DATABASE_HOST } from './hosts.ts';
import { AUTHORITY_FILE, writeOperatorFiles } from './operator-files.ts';
import { processSettings } from './process-settings.ts';
import { type StageOptions, startStage } from './stage.ts';

const ROOT = new URL('../../../', import.meta.url);
const SITE = fileURLToPath(new URL('web/dist', ROOT));
const LOCAL = '127.0.0.1';
const SOURCES = liveSources(`https://${DATABASE_HOST}`);

export interface RehearsalOptions extends Omit<StageOptions, 'siteUrl' | 'host'> {
  /** Defaults to the API's sources. */
  readonly apiEntry?: string;
  readonly onApiOutput?: (text: string) => void;
  /** Replace live settings that a test cannot wait for, such as an interval of hours. */
  readonly apiSettings?: Readonly<Record<string, string>>;
  readonly apiNodeOptions?: string;
  /** Runs a second API, as the live compose file does. */
  readonly standby?: boolean;
}

interface SiteChange {
  readonly siteDir?: string;
  /** Defaults to the live ones. */
  readonly outside?: OutsideSources;
}

export type Rehearsal = Awaited<ReturnType<typeof boot>>;

/** As in docker-compose.live.yml, except for the certificates the API trusts and where names resolve to. */
export function startRehearsal(options: RehearsalOptions = {}): Promise<Rehearsal> {
  return allOrNothing((closing) => boot(options, closing));
}

async function boot(options: RehearsalOptions, closing: Closing) {
  const { apiEntry, onApiOutput = () => undefined, apiNodeOptions = '', apiSettings } = options;
  const frontDoor = await closing.add(startFrontDoor({ port: 0, host: LOCAL }));
  const [stage, folder, compose] = await Promise.all([
    startStage({ ...options, siteUrl: frontDoor.url }, closing),
    closing.add(newFolder()),
    readComposeFiles(),
  ]);
  const { operator } = stage;
  await writeOperatorFiles({ ...stage, secrets: operator.secrets }, folder.path);
  const authorityFile = join(folder.path, AUTHORITY_FILE);
  const container = serviceEnvironment(compose, 'api', operator.settings);
  const environment = (port: number) => ({
    ...inheritedEnvironment(),
    ...processSettings(container, {
      port,
      secretsFolder: folder.path,
      nodeOptions: [preloadFor(stage.gateway.port), apiNodeOptions].join(' ').trim(),
    }),
    ...apiSettings,
  });
  const startApi = () =>
    closing.add(startApiProcess({ entry: apiEntry, onOutput: onApiOutput, environment }));
  const starting = Promise.all([startApi(), ...(options.standby ? [startApi()] : [])]);
  const openSite = async ({ siteDir = SITE, outside = SOURCES }: SiteChange = {}) => {
    const [apis, site, inlineHashes] = await Promise.all([
      starting,
      loadSiteFiles(siteDir),
      readInlineHashes(siteDir),
    ]);
    frontDoor.open({
      site,
      inlineHashes,
      targets: { api: () => apis.map(({ url }) => url), emulators: null },
      outside,
      runtimeConfig: liveRuntimeConfig(serviceEnvironment(compose, 'web', operator.settings)),
      behindTerminator: true,
    });
  };
  await openSite();
  const apis = await starting;
  return {
    origin: stage.operator.settings.PUBLIC_URL ?? '',
    stage,
    api: apis[0],
    /** The API and its standby, if there is one. */
    apis,
    /** The path of the certificate that clients must trust. */
    authorityFile,
    /** Read by the API when it starts. */
    secretsFolder: folder.path,
    openSite,
    /** Resolve live host names to the stage and no others. */
    browserArguments: browserArguments(stage.gateway.port, stage.authority.spkiHash),
    close: () => closing.close(),
  };
}

const readComposeFiles = () =>
  Promise.all(
    ['docker-compose.live.yml', 'docker-compose.rehearsal.yml'].map((file) =>
      readFile(new URL(file, ROOT), 'utf8'),
    ),
  );

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  return { path, close: () => rm(path, { recursive: true }) };
}

function preloadFor(port: number): string {
  const preload = new URL('./lead-to-stage.ts', import.meta.url);
  preload.searchParams.set('port', String(port));
  return `${process.env.NODE_OPTIONS ?? ''} --import ${preload.href}`.trim();
}
