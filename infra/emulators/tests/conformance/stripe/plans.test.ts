import { describe, expect, it } from 'vitest';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { changeItem } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const monthly = { amount: 2400, currency: 'eur', interval: 'month' as const, product: { name: 'Choir' } };
const newPlan = (changes = {}) => stripe.plans.create({ ...monthly, ...changes });
const singer = async () => (await stripe.customers.create({ source: 'tok_visa' })).id;

describe('a plan', () => {
  it('is created with its product, and is a price too', async () => {
    const { plans, prices, products } = stripe;
    const plan = await newPlan({ id: 'choir-monthly', nickname: 'Choir', metadata: { room: '4' } });
    expect(plan).toMatchObject({
      id: 'choir-monthly',
      object: 'plan',
      amount: 2400,
      billing_scheme: 'per_unit',
      interval_count: 1,
      nickname: 'Choir',
    });
    expect(await products.retrieve(String(plan.product))).toMatchObject({ name: 'Choir' });
    expect(await prices.retrieve(plan.id)).toMatchObject({
      unit_amount: 2400,
      recurring: { interval: 'month' },
    });
    const again = { ...monthly, id: 'choir-monthly' };
    await expectRejection(plans.create(again), { code: 'resource_already_exists' });
  });

  it('has packages and tiers like a price', async () => {
    const product = String((await newPlan()).product);
    const packages = await newPlan({ product, transform_usage: { divide_by: 10, round: 'up' } });
    expect(packages).toMatchObject({ transform_usage: { divide_by: 10, round: 'up' } });
    const { amount, ...others } = monthly;
    const tiered = await stripe.plans.create({
      ...others,
      product,
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tiers: [
        { up_to: 5, unit_amount: amount },
        { up_to: 'inf', unit_amount: 100 },
      ],
    });
    expect(tiered).toMatchObject({ amount: null, tiers_mode: 'graduated' });
    await expectRejection(stripe.plans.create({ ...others, product }), {
      code: 'parameter_missing',
      param: 'amount',
    });
  });

  // Source: groups.google.com/a/lists.stripe.com/d/topic/api-discuss/l_OFqWW9H5Q.
  it('can have the id of a deleted one, unless that is still in use', async () => {
    const { plans, subscriptions } = stripe;
    const named = { id: 'choir-of-spring' };
    await newPlan(named);
    await plans.del(named.id);
    expect(await newPlan({ ...named, amount: 3000 })).toMatchObject({ amount: 3000 });
    expect(await plans.retrieve(named.id)).toMatchObject({ amount: 3000 });
    await subscriptions.create({ customer: await singer(), items: [{ plan: named.id }] });
    await plans.del(named.id);
    await expectRejection(newPlan(named), { statusCode: 501, param: 'id' });
  });

  it('is changed, and deleted without its subscriptions', async () => {
    const { events, plans, prices, products, subscriptions } = stripe;
    const plan = await newPlan();
    const changed = await plans.update(plan.id, { nickname: 'Alto', trial_period_days: 7 });
    expect(changed).toMatchObject({ nickname: 'Alto', trial_period_days: 7 });
    const { id } = await subscriptions.create({ customer: await singer(), items: [{ plan: plan.id }] });
    expect(await plans.del(plan.id)).toEqual(
      expect.objectContaining({ id: plan.id, object: 'plan', deleted: true }),
    );
    expect(await subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: plan.id } }] },
    });
    for (const gone of [plans, prices]) {
      await expectRejection(gone.retrieve(plan.id), { statusCode: 404, code: 'resource_missing' });
    }
    const product = String(plan.product);
    expect((await plans.list({ product })).data).toEqual([]);
    expect((await prices.list({ product })).data).toEqual([]);
    const types = (await events.list({ limit: 2 })).data.map(({ type }) => type);
    expect(types).toEqual(['price.deleted', 'plan.deleted']);
    await readRejection(products.del(product));
    const other = await newPlan();
    await plans.del(other.id);
    expect(await products.del(String(other.product))).toMatchObject({ deleted: true });
  });
});

describe('trial_from_plan', () => {
  it('starts a trial of the longest of the plans', async () => {
    const { subscriptions } = stripe;
    const short = await newPlan({ trial_period_days: 5 });
    const long = await newPlan({ trial_period_days: 9 });
    const customer = await singer();
    const items = [{ plan: short.id }, { plan: long.id }];
    const asked = await subscriptions.create({ customer, items, trial_from_plan: true });
    expect(asked).toMatchObject({ status: 'trialing', trial_end: asked.created + 9 * DAY });
    expect(await subscriptions.create({ customer, items })).toMatchObject({ status: 'active' });
    const both = subscriptions.create({ customer, items, trial_from_plan: true, trial_period_days: 3 });
    const rejection = await readRejection(both);
    expect(rejection).toMatchObject({ statusCode: 400, param: undefined });
    expect(rejection.message).toMatch(/^You cannot set `trial_end` or `trial_period_days` when/);
  });

  it('starts a trial with another plan', async () => {
    const { subscriptions } = stripe;
    const items = [{ plan: (await newPlan()).id }];
    const made = await subscriptions.create({ customer: await singer(), items });
    const plan = (await newPlan({ trial_period_days: 5 })).id;
    const changed = await changeItem(stripe, made, { plan }, { trial_from_plan: true });
    expect(changed).toMatchObject({ status: 'trialing' });
  });

  it('was known to checkouts before 2022-08-01 only', async () => {
    const { id: plan } = await newPlan({ trial_period_days: 6 });
    const session = {
      mode: 'subscription',
      success_url: 'https://site.test/thanks',
      cancel_url: 'https://site.test/back',
      payment_method_types: ['card'],
      line_items: [{ price: plan, quantity: 1 }],
      subscription_data: { trial_from_plan: true },
    };
    const { status, body } = await rawApi(world, '2020-08-27').post('checkout/sessions', session);
    expect(status).toBe(200);
    const paid = await emulator.pay(String(body.id), { card: 'visa' });
    const subscription = await stripe.subscriptions.retrieve(String(paid.session.subscription));
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: subscription.created + 6 * DAY });
    await expectError(rawApi(world, '2022-08-01').post('checkout/sessions', session), 400, {
      code: 'parameter_unknown',
      param: 'subscription_data[trial_from_plan]',
    });
  });
});
