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

/** Where the services are; none of it reaches the page. */
export interface TargetAddresses {
  /** The public origin of the site that uses the services, where there is one. */
  readonly siteUrl?: string;
  /** The site as this server reaches it, where that is not through the public origin. */
  readonly apiUrl?: string;
  /** The page of the site that follows mailed links; the identity emulator's own when left out. */
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
  /** Where the site's own API is called. */
  readonly apiUrl: string | null;
  /** All that there are of Stripe, which every worker's is: it sells. */
  readonly namespaces: () => Promise<readonly string[]>;
  readonly identity: IdentityTarget;
  readonly database: DatabaseTarget;
  readonly stripe: StripeControl;
  readonly scheduling: SchedulingControl;
}

/** Fills the services with something to look at, and says in a sentence what that is. */
export type Seed = (targets: ConsoleTargets) => Promise<string>;

/** The services, or one namespace of them all. Throws a RangeError for what cannot be a namespace. */
export function connectTargets(addresses: TargetAddresses, namespace: string | null = null): ConsoleTargets {
  const { stripeControlUrl, schedulingControlUrl, databaseNamespace } = addresses;
  const end = namespace === null ? '' : `_ns_${namespace}`;
  const projectId = `${addresses.projectId}${end}`;
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
