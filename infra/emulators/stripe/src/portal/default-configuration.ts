import type { Context } from '../kinds/context.ts';
import { DEFAULT_CONFIGURATION, type PortalConfiguration, type PortalFeatures } from './portal-entities.ts';

/** Everything off: the starting point of a new configuration. */
export const NO_FEATURES: PortalFeatures = {
  customer_update: { enabled: false, fields: [] },
  invoice_history: false,
  methodUpdate: false,
  cancel: {
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
    asksReason: false,
    reasons: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
  },
  update: { enabled: false, allowed: [], proration_behavior: 'none', products: [], endsTrial: true },
};

/** Defaults of a new account: plans cannot be switched until products are configured. */
const DEFAULT_FEATURES: PortalFeatures = {
  ...NO_FEATURES,
  customer_update: { enabled: true, fields: ['email', 'name', 'address', 'phone'] },
  invoice_history: true,
  methodUpdate: true,
  cancel: { ...NO_FEATURES.cancel, enabled: true },
};

/** What a configuration says unless it is told otherwise. */
export const PLAIN_CONFIGURATION = {
  active: true,
  name: null,
  return_url: null,
  headline: null,
  privacy_policy_url: null,
  terms_of_service_url: null,
} as const satisfies Partial<PortalConfiguration>;

/** The default configuration, as created when the portal settings are first saved. */
function defaultConfiguration(now: number): PortalConfiguration {
  return {
    ...PLAIN_CONFIGURATION,
    id: DEFAULT_CONFIGURATION,
    created: now,
    updated: now,
    is_default: true,
    features: DEFAULT_FEATURES,
    metadata: {},
  };
}

export function installDefaultConfiguration({ store, time }: Context): void {
  if (store.portalConfigurations.get(DEFAULT_CONFIGURATION) !== undefined) return;
  store.transact(() => store.portalConfigurations.put(defaultConfiguration(time.now())));
}
