import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { finder } from '../kinds/objects.ts';
import {
  type Entity,
  type Held,
  type Kept,
  type Labelled,
  type Loose,
  plain,
  shown,
} from '../kinds/store/kind-type.ts';

/** Used by sessions that name no configuration. */
export const DEFAULT_CONFIGURATION = 'bpc_1Emulated000000000000000';

type Shown = Kept<Stripe.BillingPortal.Configuration>;

export interface PortalConfiguration extends Held, Labelled, Omit<Shown, keyof Labelled> {}
export type PortalFeatures = Shown['features'];
export type UpdateFeature = PortalFeatures['subscription_update'];
export type CustomerField = PortalFeatures['customer_update']['allowed_updates'][number];
/** A product that customers can switch to in the portal. */
export type PortalProduct = NonNullable<UpdateFeature['products']>[number];

/** Everything off: the starting point of a new configuration. */
const NO_FEATURES: PortalFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: {
      enabled: false,
      feedback_options: null,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: [],
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** Defaults of a new account: plans cannot be switched until products are configured. */
const DEFAULT_FEATURES: PortalFeatures = {
  ...NO_FEATURES,
  customer_update: { allowed_updates: ['email', 'name', 'address', 'phone'], enabled: true },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: { ...NO_FEATURES.subscription_cancel, enabled: true },
};

export const PLAIN_CONFIGURATION = plain<PortalConfiguration>()('billing_portal.configuration', {
  active: true,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  features: NO_FEATURES,
  is_default: false,
  login_page: { enabled: false, url: null },
  metadata: {},
});

export interface PortalSession extends Entity {
  readonly customer: string;
  readonly configuration: string;
  /** The single task that it was opened for. */
  readonly flow: Kept<Stripe.BillingPortal.Session>['flow'];
  readonly locale: string | null;
  readonly return_url: string | null;
  /** Part of the page URL, because the id is known to more parties than the customer. */
  readonly secret: string;
}

export type PortalFlow = NonNullable<PortalSession['flow']>;

export const portalConfigurationWire: (
  configuration: Loose<PortalConfiguration>,
) => Stripe.BillingPortal.Configuration = shown('billing_portal.configuration', PLAIN_CONFIGURATION);

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
