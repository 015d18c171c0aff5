import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedPayer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const newFeature = (lookupKey: string) =>
  stripe.entitlements.features.create({ name: `Feature ${lookupKey}`, lookup_key: lookupKey });

async function proProduct(): Promise<string> {
  const { product } = await stripe.prices.retrieve(await findPrice(stripe));
  return String(product);
}

async function attach(lookupKey: string): Promise<Stripe.ProductFeature> {
  const { id } = await newFeature(lookupKey);
  return stripe.products.createFeature(await proProduct(), { entitlement_feature: id });
}

async function subscribed() {
  const subscription = await subscribedPayer(world);
  return { customer: subscription.customer, subscription };
}

const listKeys = async (customer: string) =>
  (await stripe.entitlements.activeEntitlements.list({ customer })).data.map((one) => one.lookup_key);

const summaries = async () => {
  const type = 'entitlements.active_entitlement_summary.updated';
  const { data } = await stripe.events.list({ type });
  return data.map((event) => {
    const { customer, entitlements } = event.data.object as Stripe.Entitlements.ActiveEntitlementSummary;
    return [customer, entitlements.data.map((one) => one.lookup_key)];
  });
};

describe('a feature', () => {
  it('has a lookup key of its own and can be renamed and archived for good', async () => {
    const { features } = stripe.entitlements;
    const feature = await newFeature('exports');
    expect(feature).toMatchObject({ object: 'entitlements.feature', active: true });
    await expectInvalid(newFeature('exports'), 'lookup_key');
    expect(await features.update(feature.id, { name: 'Exports' })).toMatchObject({ name: 'Exports' });
    await features.update(feature.id, { active: false });
    await expectInvalid(features.update(feature.id, { active: true }), 'active');
    expect((await features.list()).data).toEqual([]);
    expect((await features.list({ lookup_key: 'exports', archived: true })).data).toMatchObject([
      { id: feature.id },
    ]);
    const product = await proProduct();
    const attached = stripe.products.createFeature(product, { entitlement_feature: feature.id });
    await expectInvalid(attached, 'entitlement_feature');
  });

  it('is attached to a product once', async () => {
    const attached = await attach('exports');
    const product = await proProduct();
    expect(attached).toMatchObject({ entitlement_feature: { lookup_key: 'exports' } });
    expect(await stripe.products.retrieveFeature(product, attached.id)).toEqual(attached);
    expect((await stripe.products.listFeatures(product)).data).toEqual([attached]);
    const entitlement_feature = attached.entitlement_feature.id;
    await expectRejection(stripe.products.createFeature(product, { entitlement_feature }), {
      statusCode: 400,
    });
    await stripe.products.deleteFeature(product, attached.id);
    expect((await stripe.products.listFeatures(product)).data).toEqual([]);
  });
});

describe('an entitlement', () => {
  it('lasts as long as the subscription, and each change is announced', async () => {
    await attach('exports');
    const { customer, subscription } = await subscribed();
    const [entitlement] = (
      await stripe.entitlements.activeEntitlements.list({ customer, expand: ['data.feature'] })
    ).data;
    expect(entitlement).toMatchObject({
      object: 'entitlements.active_entitlement',
      feature: { name: 'Feature exports' },
      lookup_key: 'exports',
    });
    const { activeEntitlements } = stripe.entitlements;
    expect(await activeEntitlements.retrieve(entitlement?.id ?? '')).toMatchObject({
      feature: expect.any(String),
    });
    await stripe.subscriptions.cancel(subscription.id);
    expect(await listKeys(customer)).toEqual([]);
    expect(await summaries()).toEqual([
      [customer, []],
      [customer, ['exports']],
    ]);
  });

  it('follows the features of the product, and the plan', async () => {
    const { customer, subscription } = await subscribed();
    expect(await listKeys(customer)).toEqual([]);
    const attached = await attach('exports');
    await attach('reports');
    expect((await listKeys(customer)).toSorted()).toEqual(['exports', 'reports']);
    await stripe.products.deleteFeature(await proProduct(), attached.id);
    expect(await listKeys(customer)).toEqual(['reports']);
    const [item] = subscription.items.data;
    const items = [{ id: item?.id ?? '', price: await monthlyPrice(stripe, 100) }];
    await stripe.subscriptions.update(subscription.id, { items });
    expect(await listKeys(customer)).toEqual([]);
  });

  it('waits until the first invoice is paid', async () => {
    await attach('exports');
    const unpaid = { payment_behavior: 'default_incomplete' } as const;
    const { customer, latest_invoice } = await subscribedPayer(world, unpaid);
    expect(await listKeys(customer)).toEqual([]);
    await stripe.invoices.pay(String(latest_invoice));
    expect(await listKeys(customer)).toEqual(['exports']);
  });

  it('is asked for by customer', async () => {
    const asked = stripe.entitlements.activeEntitlements.list({ customer: 'cus_none' });
    await expectRejection(asked, { code: 'resource_missing', param: 'customer' });
  });
});
