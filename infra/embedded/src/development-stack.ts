import type { Server } from 'node:http';
import type { ConsoleHandle } from '@outharbor/console';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { launchApis } from './apis.ts';
import { allOrNothing, type Closable, type Closing } from './closing.ts';
import { EMULATED } from './emulated-environment.ts';
import { startEmulatorConsole } from './emulator-console.ts';
import { startEmulatorsProcess } from './emulators-process.ts';
import { urlsOf } from './front-door/forwarding.ts';
import { startFrontDoor } from './front-door/front-door.ts';
import { COMMON_HEADERS, pageContentSecurityPolicy } from './front-door/security-headers.ts';
import type { SiteServer } from './front-door/site.ts';
import { type OwnVariables, useOwnServices } from './own-services.ts';

/** A server of the site's sources. */
interface SourceServer extends Closable {
  readonly handle: SiteServer;
  /** Calls `onChange` with the path of every file below `folders` that is changed, added or removed. */
  watch(folders: readonly string[], onChange: (path: string) => void): void;
  /** Shows an error over every page until `clearError` or a change of the site. */
  showError(error: Error): void;
  clearError(): void;
}

export interface DevelopmentOptions {
  readonly port: number;
  readonly host: string;
  readonly consolePort: number;
  readonly dataDir: string;
  /** Root of the repository. */
  readonly root: string;
  readonly ownVariables: OwnVariables;
  /** Options of Node.js for the API, such as `--inspect`. */
  readonly nodeOptions: readonly string[];
  readonly serveSite: (server: Server, headers: Readonly<Record<string, string>>) => Promise<SourceServer>;
  /** Called before the emulators start again, with the path that has changed. */
  readonly beforeEmulators: (path: string) => Promise<unknown>;
  readonly onApiOutput: (text: string) => void;
  /** Says what was started again, and after how many seconds; or what failed. */
  readonly onRestart: (parts: string, outcome: number | Error) => void;
}

export interface DevelopmentStack extends Closable {
  readonly url: string;
  readonly console: ConsoleHandle | undefined;
  readonly stripe: { readonly url: string; readonly secretKey: string };
}

const ofEmulators = [
  ...['kit', 'identity', 'database', 'stripe', 'scheduling'].map((name) => `infra/emulators/${name}/src`),
  'infra/embedded/src/product',
  'api/contract/src/plans.ts',
  'infra/firebase',
];
const ANY_SOURCE = /(?<!\.test)\.(?:tsx?|json|html|css)$/;
/** Vite injects its client and style sheets into pages. */
const INLINE = ["'unsafe-inline'"];

/** The product from its sources: what is changed is served, or started again while requests wait. */
export function startDevelopmentStack(options: DevelopmentOptions): Promise<DevelopmentStack> {
  return allOrNothing((closing) => boot(options, closing));
}

async function boot(options: DevelopmentOptions, closing: Closing): Promise<DevelopmentStack> {
  const { port, host, consolePort, dataDir, nodeOptions, onApiOutput } = options;
  const apiRequests = new RequestLog();
  const frontDoor = await closing.add(startFrontDoor({ port, host, apiRequests }));
  const own = useOwnServices(options.ownVariables);
  const publicUrl = frontDoor.url;
  const headers = {
    ...COMMON_HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': pageContentSecurityPolicy(
      { 'script-src': INLINE, 'style-src': INLINE },
      own.outside,
    ),
  };
  const site = await closing.add(options.serveSite(frontDoor.server, headers));
  const emulators = await closing.add(startEmulatorsProcess({ publicUrl, dataDir }));
  const { identity, database, stripe } = emulators.addresses;
  const addresses = {
    identityAuthority: new URL(identity.url).host,
    databaseUrl: database.url,
    stripeUrl: stripe.url,
  };
  const settings = { apiEnvironment: own.api, nodeOptions, onApiOutput };
  const launched = await launchApis(settings, publicUrl, addresses, closing);
  const [api] = launched.apis;
  await api.untilReady();
  const restarts = queueRestarts(options, site, { api, emulators });
  const running = { ...emulators.addresses, stripe: { ...stripe, secretKey: EMULATED.stripeSecretKey } };
  const console = await startEmulatorConsole(
    { port: consolePort, siteUrl: publicUrl, apiRequests, apiLog: launched.log },
    running,
    closing,
  );
  frontDoor.open({
    targets: {
      api: () => [api.url],
      emulators: urlsOf(emulators.addresses),
      ready: restarts.ready,
    },
    site: site.handle,
    runtimeConfig: own.runtimeConfig,
    inlineHashes: { 'script-src': [], 'style-src': [] },
  });
  return { url: publicUrl, console, stripe: running.stripe, close: () => closing.close() };
}

function queueRestarts(
  { root, beforeEmulators, onRestart }: DevelopmentOptions,
  site: SourceServer,
  { api, emulators }: Readonly<Record<'api' | 'emulators', { restart(): Promise<void> }>>,
) {
  const changed = new Map<'api' | 'emulators', string>();
  let working = Promise.resolve();
  const restart = async () => {
    const [ofApi, path] = [changed.get('api'), changed.get('emulators')];
    changed.clear();
    if (ofApi === undefined && path === undefined) return;
    const startedAt = performance.now();
    const parts = path === undefined ? 'the API' : 'the emulators and the API';
    try {
      if (path !== undefined) {
        await beforeEmulators(path);
        await emulators.restart();
      }
      // It also loses its connections to the emulators.
      await api.restart();
      site.clearError();
      onRestart(parts, (performance.now() - startedAt) / 1000);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      site.showError(failure);
      onRestart(parts, failure);
    }
  };
  const watch = (part: 'api' | 'emulators', folders: readonly string[]) => {
    const paths = folders.map((folder) => `${root}/${folder}`);
    site.watch(paths, (path) => {
      if (!ANY_SOURCE.test(path)) return;
      changed.set(part, path);
      working = working.then(restart);
    });
  };
  watch('api', ['api/src', 'api/contract/src']);
  watch('emulators', ofEmulators);
  return { ready: () => working };
}
