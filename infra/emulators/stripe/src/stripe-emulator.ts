import type { Server } from 'node:http';
import { CLOCK_ROUTES, createControlServer, health } from '@outharbor/emulator-kit/control-server';
import { listenOn, readAddress, stopListening } from '@outharbor/emulator-kit/listening';
import { MemoryWatch } from '@outharbor/emulator-kit/memory-watch';
import { type PageGuard, pageGuard } from '@outharbor/emulator-kit/page-guard';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { inStateFolder } from '@outharbor/emulator-kit/state-folder';
import { fullLengthKey, isLiveKey } from './calls/authenticate.ts';
import { ApiError } from './description/api-error.ts';
import { API_VERSION, requireVersion } from './description/description.ts';
import { initialSwitches, ordinaryPlan } from './kinds/changeable-settings.ts';
import { ACCOUNT_NAME } from './kinds/context.ts';
import { OPERATIONS, type SpecialOperation } from './server/control/control-routes.ts';
import type { Control, NamespaceControl } from './server/control/control-types.ts';
import { controlStripe } from './server/control/operations.ts';
import { Accounts } from './server/emulated-accounts.ts';
import { ENDPOINTS } from './server/installed.ts';
import type { StripeEmulatorOptions } from './server/options.ts';
import { buildPublicServer } from './server/public-server.ts';
import { stripeMockAt } from './server/stripe-mock.ts';

export type { WebhookEndpointOption } from './kinds/changeable-settings.ts';
export type { StripeEmulatorOptions } from './server/options.ts';
export type { PriceSeed, ProductSeed, Seed } from './server/seed.ts';

const DEFAULT_SECRET_KEY = 'sk_test_emulated';
const DEFAULT_PAGES_PATH = '/emulated/stripe';
const DEFAULT_HOST = '127.0.0.1';

export type StripeNamespace = NamespaceControl & {
  /** The API key that selects this namespace. */
  readonly secretKey: string;
};

export type StripeEmulator = Control & {
  readonly secretKey: string;
  /** The same key for clients that require at least 24 letters and digits. */
  readonly fullLengthKey: string;
  readonly namespace: (name: string) => StripeNamespace;
  readonly url: string;
  readonly controlUrl: string;
  readonly port: number;
  readonly controlPort: number;
  readonly close: () => Promise<void>;
};

/** Starts an emulated Stripe account: its API and pages on one port, its control interface on another. */
export async function startStripeEmulator(options: StripeEmulatorOptions = {}): Promise<StripeEmulator> {
  if (options.repeatable && options.dataDir) throw new RangeError('repeatable cannot be used with dataDir');
  return inStateFolder(options.dataDir, () => start(options));
}

async function start(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const secretKey = options.secretKey ?? DEFAULT_SECRET_KEY;
  const host = options.host ?? DEFAULT_HOST;
  const warn = (message: string) => process.stderr.write(`stripe emulator: ${message}\n`);
  const memory = new MemoryWatch(warn);
  const settings = initialSettings(options, secretKey, memory);
  const accounts = new Accounts(settings, options);
  const namespace = (name: string) => openNamespace(accounts, name);
  const operations = controlStripe(accounts.defaultAccount);
  const stripeMock = options.stripeMockUrl === undefined ? null : stripeMockAt(options.stripeMockUrl, warn);
  const { allowedHosts } = options;
  const guard = guardPages(settings, allowedHosts);
  const requests = new RequestLog();
  const server = buildPublicServer({ accounts, requests, endpoints: ENDPOINTS, stripeMock, guard });
  const control = createControl({ accounts, operations, requests, memory, allowedHosts });
  const close = async (): Promise<void> => {
    stripeMock?.close();
    await Promise.all([server.close(), stopListening(control)]);
    await accounts.close();
    memory.close();
  };
  try {
    await server.listen({ port: options.port ?? 0, host });
    const { url, port } = readAddress(server.server, host);
    const controlAddress = await listenOn(control, options.controlPort ?? 0, host);
    if (settings.publicUrl === '') settings.publicUrl = url;
    return {
      ...operations,
      secretKey,
      fullLengthKey: fullLengthKey(secretKey),
      namespace,
      url,
      controlUrl: controlAddress.url,
      port,
      controlPort: controlAddress.port,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function initialSettings(options: StripeEmulatorOptions, secretKey: string, memory: MemoryWatch) {
  return {
    memory,
    publicUrl: (options.publicUrl ?? '').replace(/\/$/, ''),
    secureUrl: null,
    portalUrl: options.portalUrl?.replace(/\/$/, '') ?? null,
    pagesPath: options.pagesPath ?? DEFAULT_PAGES_PATH,
    secretKey,
    namespace: null,
    livemode: isLiveKey(secretKey),
    accountName: options.accountName ?? ACCOUNT_NAME,
    deliveryPlan: ordinaryPlan(),
    switches: initialSwitches(options),
    apiVersion: requireVersion(options.apiVersion ?? API_VERSION),
  };
}

function guardPages(
  settings: ReturnType<typeof initialSettings>,
  allowedHosts: StripeEmulatorOptions['allowedHosts'],
): PageGuard {
  const publicUrls = () => [settings.publicUrl, settings.secureUrl, settings.portalUrl];
  return pageGuard({ allowedHosts, serviceHosts: /^[\w-]+\.stripe\.com$/, publicUrls });
}

function openNamespace(accounts: Accounts, name: string): StripeNamespace {
  const account = accounts.open(name);
  return {
    ...controlStripe(account),
    secretKey: account.settings.secretKey,
    close: () => accounts.remove(name),
  };
}

interface ControlServerParts {
  readonly accounts: Accounts;
  readonly operations: Control;
  readonly requests: RequestLog;
  readonly memory: MemoryWatch;
  readonly allowedHosts: StripeEmulatorOptions['allowedHosts'];
}

function createControl({ accounts, operations, requests, memory, allowedHosts }: ControlServerParts): Server {
  return createControlServer<Control, SpecialOperation>({
    defaultTarget: operations,
    namespaces: {
      open: (name) => openNamespace(accounts, name),
      remove: accounts.remove,
      names: accounts.names,
    },
    operations: OPERATIONS,
    requests,
    allowedHosts,
    routes: {
      ...CLOCK_ROUTES,
      'GET health': () => health({ memory: memory.reading }),
      'GET state': (account, { query }) => account.state(readLivemode(query.get('livemode'))),
    },
    errorStatus: (error) => (error instanceof ApiError ? error.status : undefined),
  });
}

function readLivemode(given: string | null): { livemode?: boolean } {
  if (given === null) return {};
  if (given === 'true' || given === 'false') return { livemode: given === 'true' };
  throw new RangeError('livemode must be true or false');
}
