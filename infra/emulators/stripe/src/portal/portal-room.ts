import type { Part } from '../kinds/part.ts';
import type { Collection } from '../kinds/store/collection.ts';
import { portalRoutes } from './pages/portal-routes.ts';
import { sessionWith } from './pages/portal-visit.ts';
import { portalConfigurationEndpoints } from './portal-configurations.ts';
import {
  installDefaultConfiguration,
  PLAIN_CONFIGURATION,
  type PortalConfiguration,
  type PortalSession,
} from './portal-entities.ts';
import { portalSessionEndpoints } from './portal-sessions.ts';

declare module '../kinds/store/store.ts' {
  interface Store {
    readonly portalConfigurations: Collection<PortalConfiguration>;
    readonly portalSessions: Collection<PortalSession>;
  }
}

export const portal: Part = {
  collections: { portalConfigurations: PLAIN_CONFIGURATION, portalSessions: null },
  hooks: { accountCreated: (_, own) => installDefaultConfiguration(own) },
  endpoints: [...portalConfigurationEndpoints, ...portalSessionEndpoints],
  pages: (server, { holding }) =>
    portalRoutes(
      server,
      holding((store, secret) => sessionWith(store, secret)),
    ),
};
