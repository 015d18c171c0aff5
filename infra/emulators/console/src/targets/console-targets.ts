import { SITE_PATHS } from '@outharbor/contract/paths';
import { SchedulingControlClient } from '@outharbor/scheduling-emulator/control-client';
import type { Control as StripeControl } from '@outharbor/stripe-emulator/control/control-types';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import { DatabaseTarget } from './database-target.ts';
import { IdentityTarget } from './identity-target.ts';
import { SiteTarget } from './site-target.ts';

/** Where the services are; none of it reaches the page. */
export interface TargetAddresses {
  /** The public origin of the site. */
  readonly siteUrl: string;
  /** The API as this server reaches it, where that is not through the public origin. */
  readonly apiUrl?: string;
  readonly identityUrl: string;
  readonly databaseUrl: string;
  readonly stripeControlUrl: string;
  readonly schedulingControlUrl: string;
  readonly projectId: string;
  readonly databaseNamespace: string;
}

export interface ConsoleTargets {
  readonly siteUrl: string;
  readonly site: SiteTarget;
  readonly identity: IdentityTarget;
  readonly database: DatabaseTarget;
  readonly stripe: StripeControl;
  readonly scheduling: SchedulingControlClient;
}

export function connectTargets(addresses: TargetAddresses): ConsoleTargets {
  return {
    siteUrl: addresses.siteUrl,
    site: new SiteTarget(addresses.apiUrl ?? addresses.siteUrl),
    identity: new IdentityTarget({
      url: addresses.identityUrl,
      projectId: addresses.projectId,
      actionUrl: `${addresses.siteUrl}${SITE_PATHS.accountAction}`,
    }),
    database: new DatabaseTarget(addresses.databaseUrl, addresses.databaseNamespace),
    stripe: connectControl(addresses.stripeControlUrl),
    scheduling: new SchedulingControlClient(addresses.schedulingControlUrl),
  };
}
