import {
  connectControl as connectScheduling,
  connectNamespace as connectSchedulingNamespace,
  type Control as SchedulingControl,
} from '@outharbor/scheduling-emulator/control-client';
import {
  connectControl,
  connectNamespace,
  namespaces,
  type Control as StripeControl,
} from '@outharbor/stripe-emulator/control-client';
import { DatabaseTarget } from './database-target.ts';
import { IdentityTarget } from './identity-target.ts';

/** Addresses of the services, never sent to the page. */
export interface TargetAddresses {
  /** The public origin of the site that uses the services, if any. */
  readonly siteUrl?: string;
  /** How this server reaches the site, when not through the public origin. */
  readonly apiUrl?: string;
  /** The site's page for mailed links; the identity emulator's own page when absent. */
  readonly actionUrl?: string;
  readonly identityUrl: string;
  readonly databaseUrl: string;
  readonly stripeControlUrl: string;
  readonly schedulingControlUrl: string;
  readonly projectId: string;
  readonly databaseNamespace: string;
}

export interface ConsoleTargets {
  readonly siteUrl: string | null;
  /** The base URL of the site's API. */
  readonly apiUrl: string | null;
  /** The namespaces of the Stripe emulator, which every test worker uses. */
  readonly namespaces: () => Promise<readonly string[]>;
  readonly identity: IdentityTarget;
  readonly database: DatabaseTarget;
  readonly stripe: StripeControl;
  readonly scheduling: SchedulingControl;
}

/** Fills the services with demonstration data. Resolves with a sentence that describes it. */
export type Seed = (targets: ConsoleTargets) => Promise<string>;

/** Connects to the services, or to one namespace of each. Throws a RangeError for an invalid namespace. */
export function connectTargets(addresses: TargetAddresses, namespace: string | null = null): ConsoleTargets {
  const { stripeControlUrl, schedulingControlUrl, databaseNamespace } = addresses;
  const suffix = namespace === null ? '' : `_ns_${namespace}`;
  const projectId = `${addresses.projectId}${suffix}`;
  return {
    siteUrl: addresses.siteUrl ?? null,
    apiUrl: addresses.apiUrl ?? addresses.siteUrl ?? null,
    identity: new IdentityTarget({
      url: addresses.identityUrl,
      projectId,
      actionUrl: addresses.actionUrl,
    }),
    database: new DatabaseTarget(
      addresses.databaseUrl,
      databaseNamespace.replace(addresses.projectId, projectId),
    ),
    namespaces: () => namespaces(stripeControlUrl),
    stripe:
      namespace === null ? connectControl(stripeControlUrl) : connectNamespace(stripeControlUrl, namespace),
    scheduling:
      namespace === null
        ? connectScheduling(schedulingControlUrl)
        : connectSchedulingNamespace(schedulingControlUrl, namespace),
  };
}
