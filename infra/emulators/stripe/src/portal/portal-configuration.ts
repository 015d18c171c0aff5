import type Stripe from 'stripe';
import { finder } from '../kinds/lookup.ts';
import type { PortalConfiguration, PortalFeatures, PortalProduct } from './portal-entities.ts';

type Features = Stripe.BillingPortal.Configuration.Features;

export function portalConfigurationWire(
  configuration: PortalConfiguration,
): Stripe.BillingPortal.Configuration {
  return {
    id: configuration.id,
    object: 'billing_portal.configuration',
    active: configuration.active,
    application: null,
    business_profile: {
      headline: configuration.headline,
      privacy_policy_url: configuration.privacy_policy_url,
      terms_of_service_url: configuration.terms_of_service_url,
    },
    created: configuration.created,
    default_return_url: configuration.return_url,
    features: featuresWire(configuration.features),
    is_default: configuration.is_default,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: configuration.metadata,
    name: configuration.name,
    updated: configuration.updated,
  };
}

function featuresWire({ customer_update, invoice_history, methodUpdate, cancel, update }: PortalFeatures) {
  return {
    customer_update: { allowed_updates: [...customer_update.fields], enabled: customer_update.enabled },
    invoice_history: { enabled: invoice_history },
    payment_method_update: { enabled: methodUpdate, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: {
        enabled: cancel.asksReason,
        feedback_options: null,
        options: [...cancel.reasons],
      },
      enabled: cancel.enabled,
      mode: cancel.mode,
      proration_behavior: cancel.proration_behavior,
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [...update.allowed],
      enabled: update.enabled,
      products: update.products.map(productWire),
      proration_behavior: update.proration_behavior,
      schedule_at_period_end: { conditions: (update.putOff ?? []).map((type) => ({ type })) },
      trial_update_behavior: update.endsTrial ? 'end_trial' : 'continue_trial',
    },
  } satisfies Features;
}

function productWire({ product, prices, adjustable }: PortalProduct) {
  const { enabled, maximum, minimum } = adjustable;
  return { adjustable_quantity: { enabled, maximum, minimum }, prices: [...prices], product };
}

export const requireConfiguration = finder('configuration', 'portalConfigurations');
