import type Stripe from 'stripe';
import type { Product } from '../state/catalogue-entities.ts';

export function productWire(product: Product): Stripe.Product {
  return {
    ...OF_GOODS,
    id: product.id,
    object: 'product',
    active: product.active,
    created: product.created,
    default_price: product.defaultPrice,
    description: product.description,
    images: [...product.images],
    livemode: false,
    marketing_features: (product.marketingFeatures ?? []).map((name) => ({ name })),
    metadata: product.metadata,
    name: product.name,
    package_dimensions: product.packageDimensions ?? null,
    shippable: product.shippable ?? null,
    statement_descriptor: product.statementDescriptor,
    tax_code: product.taxCode ?? null,
    tax_details: null,
    type: 'service',
    unit_label: product.unitLabel,
    updated: product.updated,
    url: product.url,
  };
}

/** Answers keep it although no product has any. */
const OF_GOODS = { attributes: [] };
