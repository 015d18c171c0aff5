import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { finder } from '../kinds/lookup.ts';
import { type Loose, shown } from '../kinds/store/kind-type.ts';
import {
  DEFAULT_CONFIGURATION,
  DEFAULT_FEATURES,
  PLAIN_CONFIGURATION,
  type PortalConfiguration,
} from './portal-entities.ts';

type Shown = Stripe.BillingPortal.Configuration;

export const portalConfigurationWire: (configuration: Loose<PortalConfiguration>) => Shown = shown(
  'billing_portal.configuration',
  PLAIN_CONFIGURATION,
);

export const requireConfiguration = finder('configuration', 'portalConfigurations');

/** The default configuration, as created when the portal settings are first saved. */
export function installDefaultConfiguration({ store, time }: Context): void {
  if (store.portalConfigurations.get(DEFAULT_CONFIGURATION) !== undefined) return;
  const created = time.now();
  store.transact(() =>
    store.portalConfigurations.put({
      ...PLAIN_CONFIGURATION,
      id: DEFAULT_CONFIGURATION,
      created,
      updated: created,
      is_default: true,
      features: DEFAULT_FEATURES,
    }),
  );
}
