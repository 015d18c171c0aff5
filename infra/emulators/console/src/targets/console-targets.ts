import type { ControlClient, WithHealth } from '@outharbor/emulator-kit/control-client';
import type { Controlled } from '@outharbor/emulator-kit/control-operations';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import * as schedulingClient from '@outharbor/scheduling-emulator/control-client';
import * as stripeClient from '@outharbor/stripe-emulator/control-client';
import type { ServiceName } from '../rows.ts';
import { absent, HAS_NO_CONTROL, IS_NOT_RUNNING } from './absent.ts';
import { DatabaseTarget } from './database-target.ts';
import { IdentityTarget } from './identity-target.ts';
import { StripeApi } from './stripe-api.ts';
import {
  type DatabaseControl,
  databaseClient,
  type IdentityControl,
  identityClient,
} from './switch-controls.ts';

/** Addresses of the services, never sent to the page. A service without an address is shown as not running. */
export interface TargetAddresses {
  /** The public origin of the site that uses the services, if any. */
  readonly siteUrl?: string | undefined;
  /** How this server reaches the site, when not through the public origin. */
  readonly apiUrl?: string | undefined;
  /** The site's page for mailed links; the identity emulator's own page when absent. */
  readonly actionUrl?: string | undefined;
  readonly identityUrl?: string | undefined;
  readonly identityControlUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly databaseControlUrl?: string | undefined;
  readonly stripeUrl?: string | undefined;
  readonly stripeControlUrl?: string | undefined;
  /** Needed by scenarios; the emulator's usual key when absent. */
  readonly stripeSecretKey?: string | undefined;
  readonly schedulingControlUrl?: string | undefined;
  readonly projectId: string;
  readonly databaseNamespace: string;
  readonly apiRequests?: ApiRequests | undefined;
  /** The lines that the site's API logged about a request. */
  readonly apiLog?: { readonly about: (requestId: string) => readonly string[] } | undefined;
}

type ApiRequests = Pick<RequestLog, 'list' | 'find' | 'changes' | 'clear'>;

export interface ConsoleTargets {
  readonly siteUrl: string | null;
  /** The requests to the site's API, if they are recorded. */
  readonly apiRequests: ApiRequests | undefined;
  readonly apiLog: TargetAddresses['apiLog'];
  /** The base URL of the site's API. */
  readonly apiUrl: string | null;
  /** The namespaces of the Stripe emulator, which every test worker uses. */
  readonly namespaces: () => Promise<readonly string[]>;
  readonly identity: IdentityTarget;
  readonly identityControl: IdentityControl;
  readonly database: DatabaseTarget;
  readonly databaseControl: DatabaseControl;
  readonly stripe: ReturnType<typeof stripeClient.connectControl>;
  readonly stripeApi: StripeApi;
  readonly scheduling: ReturnType<typeof schedulingClient.connectControl>;
  readonly controls: { readonly [Name in ServiceName]: Controlled & WithHealth };
  /** The services whose control interface is known. */
  readonly saving: { readonly [Name in ServiceName]?: Controlled };
  readonly projectId: string;
  /** Which services have an address. */
  readonly running: Readonly<Record<ServiceName, boolean>>;
}

/** Fills the services with demonstration data. Resolves with a sentence that describes it. */
export type Seed = (targets: ConsoleTargets) => Promise<string>;

const DEFAULT_KEY = 'sk_test_emulated';

/** Why a service cannot be controlled; null when it can. */
export function findAbsence({ saving, running }: ConsoleTargets, service: ServiceName): string | null {
  if (saving[service] !== undefined) return null;
  return `${service}: ${running[service] ? HAS_NO_CONTROL : IS_NOT_RUNNING}`;
}

/** What the product's server logged about a request, as JSON where it is. */
export function loggedAbout({ apiLog }: ConsoleTargets, requestId: string | null): readonly string[] {
  return requestId === null ? [] : (apiLog?.about(requestId) ?? []);
}

/** Connects to the services, or to one namespace of each. Throws a RangeError for an invalid namespace. */
export function connectTargets(addresses: TargetAddresses, namespace: string | null = null): ConsoleTargets {
  const { stripeControlUrl, identityControlUrl, databaseControlUrl, schedulingControlUrl } = addresses;
  const running = {
    stripe: stripeControlUrl !== undefined,
    identity: addresses.identityUrl !== undefined,
    database: addresses.databaseUrl !== undefined,
    scheduling: schedulingControlUrl !== undefined,
  };
  const connect = <Client extends object>(
    service: ServiceName,
    url: string | undefined,
    client: (url: string) => Client,
  ): Client => (url === undefined ? absent(running[service] ? HAS_NO_CONTROL : IS_NOT_RUNNING) : client(url));
  const connectControl = <Control extends object>(
    service: ServiceName,
    controlUrl: string | undefined,
    client: Pick<ControlClient<Control>, 'connectControl' | 'connectNamespace'>,
  ) =>
    connect(service, controlUrl, (url) =>
      namespace === null ? client.connectControl(url) : client.connectNamespace(url, namespace),
    );
  const stripe = connectControl('stripe', stripeControlUrl, stripeClient);
  const scheduling = connectControl('scheduling', schedulingControlUrl, schedulingClient);
  const identityControl = connectControl('identity', identityControlUrl, identityClient);
  const databaseControl = connectControl('database', databaseControlUrl, databaseClient);
  const control = identityControlUrl === undefined ? undefined : identityControl;
  const projectId = `${addresses.projectId}${namespace === null ? '' : `_ns_${namespace}`}`;
  const databaseNamespace = addresses.databaseNamespace.replace(addresses.projectId, projectId);
  return {
    siteUrl: addresses.siteUrl ?? null,
    // The product's server uses no namespace.
    apiRequests: namespace === null ? addresses.apiRequests : undefined,
    apiLog: addresses.apiLog,
    apiUrl: addresses.apiUrl ?? addresses.siteUrl ?? null,
    identity: connect(
      'identity',
      addresses.identityUrl,
      (url) => new IdentityTarget({ url, control, projectId, actionUrl: addresses.actionUrl }),
    ),
    identityControl,
    database: connect('database', addresses.databaseUrl, (url) => new DatabaseTarget(url, databaseNamespace)),
    databaseControl,
    controls: { stripe, identity: identityControl, database: databaseControl, scheduling },
    namespaces: connect('stripe', stripeControlUrl, (url) => () => stripeClient.namespaces(url)),
    stripe,
    stripeApi: new StripeApi(addresses.stripeUrl, addresses.stripeSecretKey ?? DEFAULT_KEY, namespace),
    scheduling,
    saving: {
      ...(running.stripe && { stripe }),
      ...(control && { identity: control }),
      ...(databaseControlUrl !== undefined && { database: databaseControl }),
      ...(running.scheduling && { scheduling }),
    },
    projectId,
    running,
  };
}
