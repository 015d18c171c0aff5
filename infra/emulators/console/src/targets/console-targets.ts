import { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import { connectControl, type Control as StripeControl } from '@outharbor/stripe-emulator/control-client';
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
  readonly identity: IdentityTarget;
  readonly database: DatabaseTarget;
  readonly stripe: StripeControl;
  readonly scheduling: SchedulingControlClient;
}

/** Fills the services with something to look at, and says in a sentence what that is. */
export type Seed = (targets: ConsoleTargets) => Promise<string>;

export function connectTargets(addresses: TargetAddresses): ConsoleTargets {
  return {
    siteUrl: addresses.siteUrl ?? null,
    apiUrl: addresses.apiUrl ?? addresses.siteUrl ?? null,
    identity: new IdentityTarget({
      url: addresses.identityUrl,
      projectId: addresses.projectId,
      actionUrl: addresses.actionUrl,
    }),
    database: new DatabaseTarget(addresses.databaseUrl, addresses.databaseNamespace),
    stripe: connectControl(addresses.stripeControlUrl),
    scheduling: new SchedulingControlClient(addresses.schedulingControlUrl),
  };
}
