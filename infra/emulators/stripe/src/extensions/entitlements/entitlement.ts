import type Stripe from 'stripe';
import type { Subscription } from '../../billing/billing-entities.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emitChange, newId } from '../../kinds/objects.ts';
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
interface Entitlement {
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

const showAttached = shown<Stripe.ProductFeature>('product_feature', {});

export function productFeatureWire(context: Context, { id, feature }: ProductFeature): Stripe.ProductFeature {
  return showAttached({ id }, { entitlement_feature: featureWire(requireFeature(context, feature)) });
}

const showActive = shown<Stripe.Entitlements.ActiveEntitlement>('entitlements.active_entitlement', {});

export function entitlementWire(context: Context, { id, feature }: Entitlement) {
  return showActive({ id, feature }, { lookup_key: requireFeature(context, feature).lookup_key });
}

/** Appears in events only. */
function entitlementSummaryWire(
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

/** A customer's entitlements, newest first. */
export function listEntitlements({ store }: Context, customer: string) {
  return entitlements(store).where('customer', customer);
}

/** Makes the customer's entitlements follow their subscriptions, and announces a change. */
export function updateEntitlements(context: Context, customer: string): void {
  const { store } = context;
  if (productFeatures(store).size === 0 && entitlements(store).size === 0) return;
  const before = [...listEntitlements(context, customer)];
  const earned = earnedFeatures(context, customer);
  const lost = before.filter(({ feature }) => !earned.has(feature));
  const gained = [...earned].filter((feature) => !before.some((one) => one.feature === feature));
  if (lost.length === 0 && gained.length === 0) return;
  const former = entitlementSummaryWire(context, customer, before);
  for (const { id } of lost) entitlements(store).delete(id);
  for (const feature of gained) {
    entitlements(store).put({ id: newId('ent'), customer, feature } satisfies Entitlement);
  }
  const summary = entitlementSummaryWire(context, customer, [...listEntitlements(context, customer)]);
  emitChange(context, 'entitlements.active_entitlement_summary.updated', former, summary);
}

/** Makes the entitlements of everybody who subscribes to a product follow its features. */
export function updateSubscribers(context: Context, product: string): void {
  const { prices, subscriptions } = context.store;
  const customers = new Set<string>();
  for (const { customer, items } of subscriptions.values()) {
    if (items.some(({ price }) => prices.get(price)?.product === product)) customers.add(customer);
  }
  for (const customer of customers) updateEntitlements(context, customer);
}

const GRANTING: ReadonlySet<Subscription['status']> = new Set(['active', 'past_due', 'trialing']);

function earnedFeatures({ store }: Context, customer: string): Set<string> {
  const products = new Set<string>();
  for (const subscription of store.subscriptions.values()) {
    if (subscription.customer !== customer || !GRANTING.has(subscription.status)) continue;
    for (const { price } of subscription.items) products.add(requirePrice(store, price).product);
  }
  const attached = [...productFeatures(store).values()].filter(({ product }) => products.has(product));
  return new Set(attached.map(({ feature }) => feature));
}
