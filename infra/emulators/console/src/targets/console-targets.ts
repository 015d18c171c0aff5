import type { ControlClient, WithHealth } from '@outharbor/emulator-kit/control-client';
import type { Controlled } from '@outharbor/emulator-kit/control-operations';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import * as schedulingClient from '@outharbor/scheduling-emulator/control-client';
import * as stripeClient from '@outharbor/stripe-emulator/control-client';
import type { MailTexts } from '../model/mail-texts.ts';
import type { ServiceName } from '../rows.ts';
import { absent, HAS_NO_CONTROL, IS_NOT_RUNNING } from './absent.ts';
import { databaseTarget } from './database-target.ts';
import { identityTarget } from './identity-target.ts';
import { stripeApi } from './stripe-api.ts';
import { databaseClient, identityClient, type Switched } from './switch-controls.ts';

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
  /** The texts of mails that the project changes at Firebase. */
  readonly mailTexts?: MailTexts | undefined;
  /** Metadata by which the product knows a customer as its own, beside the `uid`. */
  readonly customerMarks?: Readonly<Record<string, string>> | undefined;
  readonly apiRequests?: ApiRequests | undefined;
  /** The lines that the site's API logged about a request. */
  readonly apiLog?: { readonly about: (requestId: string) => readonly string[] } | undefined;
}

type ApiRequests = Pick<RequestLog, 'list' | 'find' | 'changes' | 'clear' | 'whole' | 'restore'>;

export type ConsoleTargets = ReturnType<typeof connectTargets>;

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
export function connectTargets(addresses: TargetAddresses, namespace: string | null = null) {
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
  const databaseControl: Switched<{ readonly rejectWrites: boolean }> & WithHealth = connectControl(
    'database',
    databaseControlUrl,
    databaseClient,
  );
  const control = identityControlUrl === undefined ? undefined : identityControl;
  const projectId = `${addresses.projectId}${namespace === null ? '' : `_ns_${namespace}`}`;
  const databaseNamespace = addresses.databaseNamespace.replace(addresses.projectId, projectId);
  const controls: { readonly [Name in ServiceName]: Controlled & WithHealth } = {
    stripe,
    identity: identityControl,
    database: databaseControl,
    scheduling,
  };
  const saving: { readonly [Name in ServiceName]?: Controlled } = {
    ...(running.stripe && { stripe }),
    ...(control && { identity: control }),
    ...(databaseControlUrl !== undefined && { database: databaseControl }),
    ...(running.scheduling && { scheduling }),
  };
  return {
    siteUrl: addresses.siteUrl ?? null,
    /** The requests to the site's API, if they are recorded; that server uses no namespace. */
    apiRequests: namespace === null ? addresses.apiRequests : undefined,
    apiLog: addresses.apiLog,
    mailTexts: addresses.mailTexts ?? {},
    customerMarks: addresses.customerMarks ?? {},
    /** The base URL of the site's API. */
    apiUrl: addresses.apiUrl ?? addresses.siteUrl ?? null,
    identity: connect('identity', addresses.identityUrl, (url) =>
      identityTarget({ url, control, projectId, actionUrl: addresses.actionUrl }),
    ),
    identityControl,
    database: connect('database', addresses.databaseUrl, (url) => databaseTarget(url, databaseNamespace)),
    databaseControl,
    controls,
    /** The namespaces of the Stripe emulator, which every test worker uses. */
    namespaces: connect('stripe', stripeControlUrl, (url) => () => stripeClient.namespaces(url)),
    stripe,
    stripeApi: stripeApi(addresses.stripeUrl, addresses.stripeSecretKey ?? DEFAULT_KEY, namespace),
    scheduling,
    /** The services whose control interface is known. */
    saving,
    projectId,
    /** Which services have an address. */
    running,
  };
}
