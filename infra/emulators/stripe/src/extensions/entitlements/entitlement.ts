import type Stripe from 'stripe';
import { type Context, requireFound } from '../../kinds/context.ts';
import { firstPage } from '../../kinds/read-page.ts';
import { type Labelled, shown } from '../../kinds/store/kind-type.ts';
import { collectionOf } from '../../kinds/store/store.ts';

export interface Feature extends Labelled {
  readonly name: string;
  readonly lookup_key: string;
  readonly active: boolean;
}

export interface ProductFeature {
  readonly id: string;
  readonly product: string;
  readonly feature: string;
}

/** A feature that a customer has now. */
export interface Entitlement {
  readonly id: string;
  readonly customer: string;
  readonly feature: string;
}

const showFeature = shown<Stripe.Entitlements.Feature>('entitlements.feature', {});

/** Stripe does not show when it was created. */
export function featureWire({ created: _, ...feature }: Feature): Stripe.Entitlements.Feature {
  return showFeature(feature);
}

function requireFeature({ store }: Context, id: string): Feature {
  return requireFound(features(store).get(id), `feature ${id}`);
}

export function productFeatureWire(context: Context, attached: ProductFeature): Stripe.ProductFeature {
  return {
    id: attached.id,
    object: 'product_feature',
    entitlement_feature: featureWire(requireFeature(context, attached.feature)),
    livemode: false,
  };
}

export function entitlementWire(
  context: Context,
  { id, feature }: Entitlement,
): Stripe.Entitlements.ActiveEntitlement {
  return {
    id,
    object: 'entitlements.active_entitlement',
    feature,
    livemode: false,
    lookup_key: requireFeature(context, feature).lookup_key,
  };
}

/** Appears in events only. */
export function entitlementSummaryWire(
  context: Context,
  customer: string,
  entitlements: readonly Entitlement[],
): Stripe.Entitlements.ActiveEntitlementSummary {
  const wire = entitlements.map((entitlement) => entitlementWire(context, entitlement));
  return {
    object: 'entitlements.active_entitlement_summary',
    customer,
    entitlements: firstPage(wire, `/v1/customer/${customer}/entitlements`),
    livemode: false,
  };
}

export const features = collectionOf<Feature>('features');

export const productFeatures = collectionOf<ProductFeature>('productFeatures');

export const entitlements = collectionOf<Entitlement>('entitlements');
