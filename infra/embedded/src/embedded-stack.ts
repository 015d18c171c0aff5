import { fileURLToPath } from 'node:url';
import type { ConsoleHandle } from '@outharbor/console';
import { exceptLoopback } from '@outharbor/emulator-kit/except-loopback';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { openStateFolder } from '@outharbor/emulator-kit/state-folder';
import type { ApiProcess } from './api-process.ts';
import { type ApisOptions, launchApis } from './apis.ts';
import { allOrNothing, Closing } from './closing.ts';
import { startEmulatorConsole } from './emulator-console.ts';
import type { Emulators } from './emulators.ts';
import { reservePort } from './free-port.ts';
import { urlsOf } from './front-door/forwarding.ts';
import { startFrontDoor } from './front-door/front-door.ts';
import { readInlineHashes } from './front-door/inline-hashes.ts';
import { loadSiteFiles } from './front-door/site-files.ts';
import { EMULATED_RUNTIME_CONFIG } from './runtime-config.ts';

export interface EmbeddedStackOptions extends ApisOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Set if the front door is behind another proxy. */
  readonly publicUrl?: string;
  /** Without it all state is lost on close. */
  readonly dataDir?: string;
  /** Empties it first. */
  readonly fresh?: boolean;
  readonly siteDir?: string;
  /** Starts the console of the emulated services; 0 picks a free port. */
  readonly consolePort?: number;
}

export interface EmbeddedStack extends Emulators {
  readonly url: string;
  readonly api: ApiProcess;
  readonly apis: readonly ApiProcess[];
  readonly console: ConsoleHandle | undefined;
  reset(): Promise<void>;
  /** Resolves when all webhooks are delivered and all state is on disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const SITE = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export function startEmbeddedStack(options: EmbeddedStackOptions = {}): Promise<EmbeddedStack> {
  Object.assign(process.env, exceptLoopback(process.env));
  return allOrNothing((closing) => boot(options, closing));
}

async function boot(options: EmbeddedStackOptions, closing: Closing): Promise<EmbeddedStack> {
  const { port = 0, host = '127.0.0.1', siteDir = SITE, dataDir, fresh = false } = options;
  if (dataDir !== undefined) await closing.add(openStateFolder(dataDir, { fresh }));
  const apiRequests = options.consolePort === undefined ? undefined : new RequestLog();
  const frontDoor = await closing.add(startFrontDoor({ port, host, apiRequests }));
  const { publicUrl = frontDoor.url } = options;
  // Closes the API before the services that it calls.
  const services = new Closing();
  closing.add(Promise.resolve(services));
  const { ports, addresses } = await reservePorts(services);
  const { apis, log: apiLog } = await launchApis(options, publicUrl, addresses, closing);
  // They are imported late, so that both processes load their modules at once: that is most of the start-up time.
  const { startEmulators } = await import('./emulators.ts');
  const emulators = await startEmulators({ host: LOOPBACK, publicUrl, dataDir, ports }, services);
  const [site, inlineHashes, console] = await Promise.all([
    loadSiteFiles(siteDir),
    readInlineHashes(siteDir),
    startEmulatorConsole(
      { port: options.consolePort, siteUrl: frontDoor.url, apiRequests, apiLog },
      emulators,
      closing,
    ),
    ...apis.map((api) => api.untilReady()),
  ]);
  frontDoor.open({
    targets: { api: () => apis.map(({ url }) => url), emulators: urlsOf(emulators) },
    site,
    runtimeConfig: EMULATED_RUNTIME_CONFIG,
    inlineHashes,
  });
  return {
    url: frontDoor.url,
    api: apis[0],
    apis,
    ...emulators,
    console,
    ...controlTogether(emulators),
    close: () => closing.close(),
  };
}

async function reservePorts(services: Closing) {
  const reserve = () => services.add(reservePort(LOOPBACK));
  const [identity, database, stripe] = await Promise.all([reserve(), reserve(), reserve()]);
  const addresses = {
    identityAuthority: `${LOOPBACK}:${identity.port}`,
    databaseUrl: `http://${LOOPBACK}:${database.port}`,
    stripeUrl: `http://${LOOPBACK}:${stripe.port}`,
  };
  return { ports: { identity, database, stripe }, addresses };
}

function controlTogether({ stripe, scheduling, database, identity }: Emulators) {
  const inOrderOfEffects = [stripe, scheduling, database, identity];
  return {
    settle: async () => {
      for (const emulator of inOrderOfEffects) await emulator.settle();
    },
    reset: async () => {
      for (const emulator of inOrderOfEffects) await emulator.reset();
    },
  };
}
