import type Stripe from 'stripe';
import { requireProduct } from '../../catalogue/product.ts';
import { requireCustomer } from '../../customers/customer.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context, Follow } from '../../kinds/context.ts';
import { type Endpoint, get, post, retrieval } from '../../kinds/endpoint.ts';
import { finderAmong, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { text } from '../../kinds/params/reader.ts';
import { type Part, reference } from '../../kinds/part.ts';
import { listFields, partList, readPage } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { owned, subresource } from '../../kinds/subresource.ts';
import {
  entitlements as earned,
  entitlementWire,
  featureWire,
  features as known,
  listEntitlements,
  type ProductFeature,
  productFeatures,
  productFeatureWire,
  updateEntitlements,
  updateSubscribers,
} from './entitlement.ts';

const FEATURES = '/v1/entitlements/features';
const ACTIVE = '/v1/entitlements/active_entitlements';
const OF_PRODUCT = '/v1/products/:id/features';

const createParams = callParams<Stripe.Entitlements.FeatureCreateParams>(`POST ${FEATURES}`);
const updateParams = callParams<Stripe.Entitlements.FeatureUpdateParams>(`POST ${FEATURES}/:id`);

const features = resource(FEATURES, finderAmong('feature', known), (_, entity) => featureWire(entity));
const findAttached = finderAmong('product feature', productFeatures);
const requireAttached = owned(findAttached, 'product', requireProduct);
const attachedFeatures = subresource(`${OF_PRODUCT}/:feature`, requireAttached, productFeatureWire);
const requireEntitlement = finderAmong('active entitlement', earned);

const endpoints: readonly Endpoint[] = [
  post(FEATURES, createParams, (context, params) => {
    for (const { lookup_key } of known(context.store).values()) {
      if (lookup_key !== params.lookup_key) continue;
      throw rejected(`A feature already uses the lookup key \`${lookup_key}\`.`, {
        code: 'resource_already_exists',
        param: 'lookup_key',
      });
    }
    return features.created(context, {
      ...params,
      id: newId(context.livemode ? 'feat' : 'feat_test', 33),
      active: true,
      metadata: changedMetadata({}, params.metadata),
    });
  }),
  features.list({
    filters: { archived: ({ active }) => !active, lookup_key: ({ lookup_key }) => lookup_key },
    where: ({ active }, { archived = false }) => active === !archived,
  }),
  features.retrieve,
  /** A feature that is deactivated stays so. */
  features.update(updateParams, ({ active, name }, before) => {
    if (active === true && !before.active) {
      throw rejected('An archived feature cannot be activated again.', 'active');
    }
    return { active, name };
  }),
  get(ACTIVE, object({ ...listFields, customer: text() }), (context, params) => {
    const { id } = requireCustomer(context, params.customer, 'customer');
    const source = { matches: listEntitlements(context, id), url: ACTIVE, kind: 'active entitlement' };
    return readPage(context, source, params, (one) => entitlementWire(context, one));
  }),
  retrieval(`${ACTIVE}/:id`, (context, id) => entitlementWire(context, requireEntitlement(context, id))),
  post(OF_PRODUCT, object({ entitlement_feature: text() }), (context, params, { id = '' }) => {
    const product = requireProduct(context, id);
    const param = 'entitlement_feature';
    const feature = features.find(context, params.entitlement_feature, param);
    if (!feature.active) throw rejected('An archived feature cannot be attached to a product.', param);
    for (const attached of attachedTo(context, product.id)) {
      if (attached.feature !== feature.id) continue;
      throw rejected('This feature is already attached to the product.', param);
    }
    const attached = productFeatures(context.store).put({
      id: newId(context.livemode ? 'prodft' : 'prodft_test', 33),
      product: product.id,
      feature: feature.id,
    });
    updateSubscribers(context, product.id);
    return productFeatureWire(context, attached);
  }),
  partList(OF_PRODUCT, 'product feature', (context, id) => ({
    matches: attachedTo(context, requireProduct(context, id).id),
    wire: (attached: ProductFeature) => productFeatureWire(context, attached),
  })),
  attachedFeatures.retrieve,
  attachedFeatures.removal('product_feature', (context, { id, product }) => {
    productFeatures(context.store).delete(id);
    updateSubscribers(context, product);
  }),
];

const follow: Follow = (context, { customer }) => updateEntitlements(context, String(customer));

export const entitlements: Part = {
  endpoints,
  references: { feature: reference('feature', known, (_, entity) => featureWire(entity)) },
  after: {
    'customer.subscription.created': follow,
    'customer.subscription.deleted': follow,
    'customer.subscription.updated': follow,
  },
};

function attachedTo({ store }: Context, product: string) {
  return productFeatures(store).where('product', product);
}
