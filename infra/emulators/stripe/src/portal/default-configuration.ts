import type { Context } from '../context.ts';
import {
  DEFAULT_CONFIGURATION,
  type PortalConfiguration,
  type PortalFeatures,
} from '../state/portal-entities.ts';

/** Everything off: what a new configuration has before the request turns something on. */
export const NO_FEATURES: PortalFeatures = {
  customerUpdate: { enabled: false, fields: [] },
  invoiceHistory: false,
  methodUpdate: false,
  cancel: {
    enabled: false,
    mode: 'at_period_end',
    prorationBehavior: 'none',
    asksReason: false,
    reasons: [],
  },
  update: { enabled: false, allowed: [], prorationBehavior: 'none', products: [], endsTrial: true },
};

/** What the portal of a new account offers: nothing can be switched until products are named. */
const ORDINARY_FEATURES: PortalFeatures = {
  ...NO_FEATURES,
  customerUpdate: { enabled: true, fields: ['email', 'name', 'address', 'phone'] },
  invoiceHistory: true,
  methodUpdate: true,
  cancel: { ...NO_FEATURES.cancel, enabled: true },
};

/** The account's default configuration, as it is when the portal's settings are saved for the first time. */
export function defaultConfiguration(now: number): PortalConfiguration {
  return {
    id: DEFAULT_CONFIGURATION,
    created: now,
    updated: now,
    active: true,
    isDefault: true,
    name: null,
    returnUrl: null,
    headline: null,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    features: ORDINARY_FEATURES,
    metadata: {},
  };
}

export function plantConfiguration({ store, time }: Context): void {
  if (store.portalConfigurations.get(DEFAULT_CONFIGURATION) !== undefined) return;
  store.transact(() => store.portalConfigurations.put(defaultConfiguration(time.now())));
}
