import type { Subscription } from '../../billing/billing-entities.ts';
import { requirePrice } from '../../catalogue/price.ts';
import type { Context } from '../../kinds/context.ts';
import { changedAttributes, emit } from '../../kinds/events/emit.ts';
import { newId } from '../../kinds/lookup.ts';
import { type Entitlement, entitlementSummaryWire, entitlements, productFeatures } from './entitlement.ts';

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
  const previous = changedAttributes(former, summary);
  emit(context, 'entitlements.active_entitlement_summary.updated', summary, previous);
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
