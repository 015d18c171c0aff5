import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import {
  connectControl as connectScheduling,
  connectNamespace as connectSchedulingNamespace,
} from '@outharbor/scheduling-emulator/control-client';
import { connectControl, connectNamespace, namespaces } from '@outharbor/stripe-emulator/control-client';
import type { ServiceName } from '../rows.ts';
import type { SavingServices } from '../state-file.ts';
import { DatabaseTarget } from './database-target.ts';
import { IdentityTarget } from './identity-target.ts';
import { StripeApi } from './stripe-api.ts';
import {
  connectDatabase,
  connectIdentity,
  type DatabaseControl,
  type IdentityControl,
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
}

type ApiRequests = Pick<RequestLog, 'list' | 'find' | 'changes'>;

export interface ConsoleTargets {
  readonly siteUrl: string | null;
  /** The requests to the site's API, if they are recorded. */
  readonly apiRequests: ApiRequests | undefined;
  /** The base URL of the site's API. */
  readonly apiUrl: string | null;
  /** The namespaces of the Stripe emulator, which every test worker uses. */
  readonly namespaces: () => Promise<readonly string[]>;
  readonly identity: IdentityTarget;
  readonly identityControl: IdentityControl;
  readonly database: DatabaseTarget;
  readonly databaseControl: DatabaseControl;
  readonly stripe: ReturnType<typeof connectControl>;
  readonly stripeApi: StripeApi;
  readonly scheduling: ReturnType<typeof connectScheduling>;
  /** The services whose control interface is known. */
  readonly saving: SavingServices;
  /** Which services have an address. */
  readonly running: Readonly<Record<ServiceName, boolean>>;
}

/** Fills the services with demonstration data. Resolves with a sentence that describes it. */
export type Seed = (targets: ConsoleTargets) => Promise<string>;

/** Reserved names, which no resolver answers. */
const NOT_RUNNING = 'http://emulator-not-running.invalid';
const NO_CONTROL = 'http://emulator-without-control-port.invalid';
const DEFAULT_KEY = 'sk_test_emulated';

const IS_NOT_RUNNING = 'This emulator is not running.';
const HAS_NO_CONTROL = 'This emulator runs without a control port.';

/** Why a service without an address cannot be asked, if that is the reason. */
export function absenceIn(reason: string): string | undefined {
  if (reason.includes(new URL(NOT_RUNNING).hostname)) return IS_NOT_RUNNING;
  return reason.includes(new URL(NO_CONTROL).hostname) ? HAS_NO_CONTROL : undefined;
}

/** Why a service cannot be controlled; null when it can. */
export function findAbsence({ saving, running }: ConsoleTargets, service: ServiceName): string | null {
  if (saving[service] !== undefined) return null;
  return `${service}: ${running[service] ? HAS_NO_CONTROL : IS_NOT_RUNNING}`;
}

/** Connects to the services, or to one namespace of each. Throws a RangeError for an invalid namespace. */
export function connectTargets(addresses: TargetAddresses, namespace: string | null = null): ConsoleTargets {
  const { stripeControlUrl = NOT_RUNNING, schedulingControlUrl = NOT_RUNNING } = addresses;
  const { identityUrl = NOT_RUNNING, databaseUrl = NOT_RUNNING, databaseNamespace } = addresses;
  const { identityControlUrl = identityUrl === NOT_RUNNING ? NOT_RUNNING : NO_CONTROL } = addresses;
  const { databaseControlUrl = databaseUrl === NOT_RUNNING ? NOT_RUNNING : NO_CONTROL } = addresses;
  const suffix = namespace === null ? '' : `_ns_${namespace}`;
  const projectId = `${addresses.projectId}${suffix}`;
  const stripe =
    namespace === null ? connectControl(stripeControlUrl) : connectNamespace(stripeControlUrl, namespace);
  const scheduling =
    namespace === null
      ? connectScheduling(schedulingControlUrl)
      : connectSchedulingNamespace(schedulingControlUrl, namespace);
  const identityControl = connectIdentity(identityControlUrl, namespace);
  const databaseControl = connectDatabase(databaseControlUrl, namespace);
  return {
    siteUrl: addresses.siteUrl ?? null,
    // The product's server uses no namespace.
    apiRequests: namespace === null ? addresses.apiRequests : undefined,
    apiUrl: addresses.apiUrl ?? addresses.siteUrl ?? null,
    identity: new IdentityTarget({
      url: identityUrl,
      control: addresses.identityControlUrl === undefined ? undefined : identityControl,
      projectId,
      actionUrl: addresses.actionUrl,
    }),
    identityControl,
    database: new DatabaseTarget(databaseUrl, databaseNamespace.replace(addresses.projectId, projectId)),
    databaseControl,
    namespaces: () => namespaces(stripeControlUrl),
    stripe,
    stripeApi: new StripeApi(addresses.stripeUrl, addresses.stripeSecretKey ?? DEFAULT_KEY, namespace),
    scheduling,
    saving: {
      ...(addresses.stripeControlUrl !== undefined && { stripe }),
      ...(addresses.identityControlUrl !== undefined && { identity: identityControl }),
      ...(addresses.databaseControlUrl !== undefined && { database: databaseControl }),
      ...(addresses.schedulingControlUrl !== undefined && { scheduling }),
    },
    running: {
      stripe: stripeControlUrl !== NOT_RUNNING,
      identity: identityUrl !== NOT_RUNNING,
      database: databaseUrl !== NOT_RUNNING,
      scheduling: schedulingControlUrl !== NOT_RUNNING,
    },
  };
}
