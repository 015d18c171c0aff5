import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { postForm } from '../../support/stripe/card-form.ts';
import { findPrice, monthlyPrice, newPrice, subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { changeDefault, switchable } from '../../support/stripe/portal.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';

const world = createWorld();
const { stripe, emulator } = world;

/** All else of an invoice may change meanwhile, such as whether its webhooks were delivered. */
const invoiceIds = async (customer: string) =>
  (await stripe.invoices.list({ customer })).data.map(({ id }) => id);

const CANCEL_WITH_REASON = {
  enabled: true,
  mode: 'immediately',
  cancellation_reason: { enabled: true, options: ['unused', 'other'] },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionCancel;

const DISABLED =
  'This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.';

describe('a portal configuration', () => {
  it('is created with all other features off, and updated feature by feature', async () => {
    const { configurations } = stripe.billingPortal;
    const created = await configurations.create({
      name: 'Cards only',
      business_profile: { headline: 'Your plan', privacy_policy_url: 'https://site.test/privacy' },
      default_return_url: 'https://site.test/account',
      features: { payment_method_update: { enabled: true } },
      metadata: { team: 'billing' },
    });
    expect(created).toMatchObject({
      object: 'billing_portal.configuration',
      active: true,
      is_default: false,
      name: 'Cards only',
      default_return_url: 'https://site.test/account',
      business_profile: { headline: 'Your plan', terms_of_service_url: null },
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: false },
        subscription_cancel: {
          cancellation_reason: {
            enabled: false,
            options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
          },
          enabled: false,
          mode: 'at_period_end',
          proration_behavior: 'none',
        },
        subscription_update: { enabled: false, proration_behavior: 'none' },
      },
      metadata: { team: 'billing' },
    });
    const changed = await configurations.update(created.id, {
      features: { subscription_cancel: CANCEL_WITH_REASON },
      default_return_url: '',
    });
    expect(changed).toMatchObject({
      default_return_url: null,
      features: {
        payment_method_update: { enabled: true },
        subscription_cancel: CANCEL_WITH_REASON,
      },
    });
    expect(await configurations.retrieve(created.id)).toEqual(changed);
  });

  it('stores the conditions for deferring a switch, and clears them', async () => {
    const conditions = [
      { type: 'decreasing_item_amount' as const },
      { type: 'shortening_interval' as const },
    ];
    const { id, features } = await switchable(stripe, { schedule_at_period_end: { conditions } });
    expect(features.subscription_update.schedule_at_period_end).toEqual({ conditions });
    const cleared = await stripe.billingPortal.configurations.update(id, {
      features: { subscription_update: { schedule_at_period_end: { conditions: '' } } },
    });
    expect(cleared.features.subscription_update.schedule_at_period_end).toEqual({ conditions: [] });
  });

  it('is listed, and cannot be deactivated while it is the default', async () => {
    const { configurations } = stripe.billingPortal;
    const own = await switchable(stripe);
    expect((await configurations.list()).data.map(({ is_default }) => is_default)).toEqual([false, true]);
    const [standard] = (await configurations.list({ is_default: true })).data;
    await expectInvalid(configurations.update(String(standard?.id), { active: false }), 'active');
    await configurations.update(own.id, { active: false });
    expect((await configurations.list({ active: false })).data.map(({ id }) => id)).toEqual([own.id]);
    const { customer } = await subscribe(world);
    const session = stripe.billingPortal.sessions.create({ customer, configuration: own.id });
    await expectInvalid(session, 'configuration');
  });

  it.each([
    [{ product: 'prod_none', prices: ['price_promonthly'] }, 'products][0][product]'],
    [{ product: 'outharbor_pro', prices: ['price_none'] }, 'products][0][prices][0]'],
    [{ product: 'outharbor_pro', prices: ['price_basicmonthly'] }, 'products][0][prices][0]'],
  ])('rejects the product %j', async (product, param) => {
    const create = stripe.billingPortal.configurations.create({
      features: {
        subscription_update: { enabled: true, default_allowed_updates: ['price'], products: [product] },
      },
    });
    await expectInvalid(create, `features[subscription_update][${param}`);
  });

  // Source: github.com/nextjs/saas-starter/issues/68
  it('has updates of subscriptions only with updates of payment methods', async () => {
    const { id } = await switchable(stripe);
    const features = { payment_method_update: { enabled: false } };
    await expectRejection(stripe.billingPortal.configurations.update(id, { features }), {
      statusCode: 400,
      message: 'Cannot enable subscription updates while payment method update is disabled.',
    });
  });

  it('accepts at most ten products, and prorations only for immediate cancellation', async () => {
    const { configurations } = stripe.billingPortal;
    const product = { product: 'outharbor_pro', prices: [await findPrice(stripe)] };
    const eleven = Array.from({ length: 11 }, () => product);
    const many = { enabled: true, default_allowed_updates: ['price' as const], products: eleven };
    await expectInvalid(
      configurations.create({ features: { subscription_update: many } }),
      'features[subscription_update][products]',
    );
    const cancel = { enabled: true, mode: 'at_period_end', proration_behavior: 'create_prorations' } as const;
    await expectInvalid(
      configurations.create({ features: { subscription_cancel: cancel } }),
      'features[subscription_cancel][proration_behavior]',
    );
  });
});

describe('a portal session', () => {
  const sessions = () => stripe.billingPortal.sessions;

  it('returns its configuration and its flow', async () => {
    const { customer, subscription } = await subscribe(world);
    const { id: configuration } = await switchable(stripe);
    const { items } = await stripe.subscriptions.retrieve(subscription);
    const item = { id: String(items.data[0]?.id), price: await findPrice(stripe, 'basic_monthly') };
    const session = await sessions().create({
      customer,
      configuration,
      locale: 'de',
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription, items: [item] },
        after_completion: { type: 'redirect', redirect: { return_url: 'https://site.test/account' } },
      },
    });
    expect(session).toMatchObject({
      configuration,
      locale: 'de',
      flow: {
        type: 'subscription_update_confirm',
        after_completion: { type: 'redirect', redirect: { return_url: 'https://site.test/account' } },
        subscription_update_confirm: { subscription, items: [item] },
        subscription_cancel: null,
      },
    });
    const [event] = (await stripe.events.list({ type: 'billing_portal.session.created' })).data;
    expect(event?.data.object).toMatchObject({ id: session.id });
  });

  it('is rejected without a default configuration, with the message of the mode', async () => {
    const { customer } = await subscribe(world);
    await emulator.setSwitches({ portalSettings: 'never_saved' });
    expect((await readRejection(sessions().create({ customer }))).message).toBe(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
    const { id: configuration } = await switchable(stripe);
    expect(await sessions().create({ customer, configuration })).toMatchObject({ configuration });
  });

  it('is rejected with a flow that the configuration disables', async () => {
    const { customer, subscription } = await subscribe(world);
    const update = { type: 'subscription_update', subscription_update: { subscription } } as const;
    expect((await readRejection(sessions().create({ customer, flow_data: update }))).message).toBe(DISABLED);
    await changeDefault(stripe, {
      subscription_cancel: { enabled: false },
      payment_method_update: { enabled: false },
    });
    const cancel = { type: 'subscription_cancel', subscription_cancel: { subscription } } as const;
    expect((await readRejection(sessions().create({ customer, flow_data: cancel }))).message).toMatch(
      /cannot be canceled because the subscription cancel feature/,
    );
    const card = { type: 'payment_method_update' } as const;
    expect((await readRejection(sessions().create({ customer, flow_data: card }))).message).toMatch(
      /is disabled/,
    );
  });

  it('is rejected with a flow for a foreign or canceled subscription, or without a change', async () => {
    const own = await subscribe(world);
    const other = await subscribe(world);
    const { id: configuration } = await switchable(stripe);
    const create = (flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
      readRejection(sessions().create({ customer: own.customer, configuration, flow_data }));
    const cancel = (subscription: string) =>
      create({ type: 'subscription_cancel', subscription_cancel: { subscription } });
    expect(await cancel(other.subscription)).toMatchObject({
      code: 'resource_missing',
      param: 'flow_data[subscription_cancel][subscription]',
    });
    const { items } = await stripe.subscriptions.retrieve(own.subscription);
    const confirm = (change: { price?: string; quantity?: number }) =>
      create({
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: own.subscription,
          items: [{ id: String(items.data[0]?.id), ...change }],
        },
      });
    expect((await confirm({ quantity: 1 })).message).toBe(
      'Cannot update the subscription because there are no changes to confirm.',
    );
    const foreign = await monthlyPrice(stripe, 100, { product: 'outharbor_pro' });
    expect(await confirm({ price: foreign })).toMatchObject({
      statusCode: 400,
      param: 'flow_data[subscription_update_confirm][items][0][price]',
    });
    await stripe.subscriptions.update(own.subscription, { cancel_at_period_end: true });
    expect((await cancel(own.subscription)).message).toMatch(/already set to be cancel/);
    await stripe.subscriptions.cancel(own.subscription);
    expect(await cancel(own.subscription)).toMatchObject({ statusCode: 400 });
  });
});

describe('the portal without JavaScript', () => {
  const receiver = sharedReceiver(world);

  const get = async (url: string) => (await fetch(url)).text();
  const readLocation = (answer: Response) => answer.headers.get('location');

  async function arrive(flow: object | null = null, update: object = {}) {
    const bought = await subscribe(world);
    const { id: configuration } = await switchable(stripe, update);
    const flow_data =
      flow === null ? {} : { flow_data: withSubscription(flow, bought.subscription) as never };
    const session = await stripe.billingPortal.sessions.create({
      customer: bought.customer,
      configuration,
      return_url: 'https://site.test/account',
      ...flow_data,
    });
    return { ...bought, url: session.url.replace(/\/flow$/, ''), flowUrl: session.url };
  }

  /** The flow with the ID of that subscription. */
  const withSubscription = (flow: object, subscription: string): unknown =>
    JSON.parse(JSON.stringify(flow).replace('sub_ours', subscription));

  const priceNow = async (subscription: string) =>
    (await stripe.subscriptions.retrieve(subscription)).items.data[0];

  it('switches the plan and sends an event to the webhook', async () => {
    const { subscription, url } = await arrive();
    const starter = await findPrice(stripe, 'basic_monthly');
    expect(await get(url)).toContain(`/switch/${subscription}`);
    expect(await get(`${url}/switch/${subscription}`)).toContain('(current plan)');
    const question = await get(`${url}/confirm/${subscription}?price=${starter}&quantity=1`);
    expect(question).toContain('Confirm your new plan');
    receiver.receipts.length = 0;
    const answer = await postForm(`${url}/confirm/${subscription}`, { price: starter, quantity: '1' });
    expect(readLocation(answer)).toBe(new URL(url).pathname);
    expect(await priceNow(subscription)).toMatchObject({ price: { id: starter }, quantity: 1 });
    await emulator.settle();
    expect(receiver.types()).toContain('customer.subscription.updated');
  });

  const DEFERS_DOWNGRADES = { schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] } };

  const retrieveSchedule = async (subscription: string) => {
    const { schedule } = await stripe.subscriptions.retrieve(subscription, { expand: ['schedule'] });
    return schedule as Stripe.SubscriptionSchedule | null;
  };

  it('defers a switch to the end of the period if the configuration says so', async () => {
    const { subscription, customer, url } = await arrive(null, DEFERS_DOWNGRADES);
    const price = await findPrice(stripe, 'basic_monthly');
    const before = await priceNow(subscription);
    const billed = await invoiceIds(customer);
    const question = await get(`${url}/confirm/${subscription}?price=${price}&quantity=1`);
    expect(question).toMatch(/<dt>Changes on<\/dt><dd>[^<]+, nothing is due today/);
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '1' });
    expect(await priceNow(subscription)).toEqual(before);
    expect(await invoiceIds(customer)).toEqual(billed);
    const schedule = await retrieveSchedule(subscription);
    expect(schedule).toMatchObject({
      status: 'active',
      end_behavior: 'release',
      phases: [
        { end_date: before?.current_period_end, items: [{ price: before?.price.id }] },
        {
          start_date: before?.current_period_end,
          items: [{ price, quantity: 1 }],
          proration_behavior: 'none',
        },
      ],
    });
    expect(await get(url)).toMatch(/Changes to Basic plan, [^<]+\./);
    const elsewhere = await fetch(`${url}/switch/${subscription}`, { redirect: 'manual' });
    expect(readLocation(elsewhere)).toBe(new URL(url).pathname);

    await emulator.advanceTime({ months: 1 });
    expect(await priceNow(subscription)).toMatchObject({ price: { id: price } });
    const [renewal] = (await stripe.invoices.list({ customer })).data;
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 50_000 });
    await emulator.advanceTime({ months: 1 });
    expect(await stripe.subscriptionSchedules.retrieve(String(schedule?.id))).toMatchObject({
      status: 'released',
    });
  });

  it('cancels a deferred switch', async () => {
    const { subscription, url } = await arrive(null, DEFERS_DOWNGRADES);
    const price = await findPrice(stripe, 'basic_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '1' });
    const before = await priceNow(subscription);
    expect(readLocation(await postForm(`${url}/keep/${subscription}`))).toBe(new URL(url).pathname);
    expect(await retrieveSchedule(subscription)).toBeNull();
    expect(await get(url)).toContain(`/switch/${subscription}`);
    await emulator.advanceTime({ months: 1 });
    expect((await priceNow(subscription))?.price.id).toBe(before?.price.id);
  });

  it('defers a second switch in the period after the first', async () => {
    const { subscription, customer, url } = await arrive(null, DEFERS_DOWNGRADES);
    const dearest = await findPrice(stripe, 'business_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price: dearest, quantity: '1' });
    await postForm(`${url}/confirm/${subscription}`, { price: await findPrice(stripe), quantity: '1' });
    await emulator.advanceTime({ months: 1 });
    const { url: later } = await stripe.billingPortal.sessions.create({
      customer,
      configuration: (await switchable(stripe, DEFERS_DOWNGRADES as never)).id,
    });
    const cheapest = await findPrice(stripe, 'basic_monthly');
    await postForm(`${later}/confirm/${subscription}`, { price: cheapest, quantity: '1' });
    const { data } = await stripe.subscriptionSchedules.list({ customer });
    expect(data.map(({ status }) => status)).toEqual(['active', 'released']);
    expect((await retrieveSchedule(subscription))?.id).toBe(data[0]?.id);
    await emulator.advanceTime({ months: 1 });
    expect(await priceNow(subscription)).toMatchObject({ price: { id: cheapest } });
  });

  it('drops a deferred switch if the plan is canceled', async () => {
    const { subscription, customer, url } = await arrive(null, DEFERS_DOWNGRADES);
    const price = await findPrice(stripe, 'basic_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '1' });
    await postForm(`${url}/cancel/${subscription}`);
    expect(await retrieveSchedule(subscription)).toBeNull();
    const { data: invoices } = await stripe.invoices.list({ customer });
    await emulator.advanceTime({ months: 1 });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(invoices.length);
  });

  it('does not touch a schedule created by the account', async () => {
    const { subscription, url } = await arrive(null, DEFERS_DOWNGRADES);
    const own = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
    const [phase] = own.phases;
    const now = { price: await findPrice(stripe), quantity: 1 };
    const expensive = { price: await findPrice(stripe, 'business_monthly'), quantity: 1 };
    await stripe.subscriptionSchedules.update(own.id, {
      phases: [
        { items: [now], start_date: phase?.start_date as number, end_date: phase?.end_date as number },
        { items: [expensive], duration: { interval: 'month', interval_count: 1 } },
      ],
    });
    expect(await get(url)).not.toContain('/keep/');
    await postForm(`${url}/keep/${subscription}`);
    const price = await findPrice(stripe, 'basic_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '1' });
    expect((await retrieveSchedule(subscription))?.id).toBe(own.id);
    expect(await priceNow(subscription)).toMatchObject({ price: { id: price } });
  });

  it('defers neither a switch that meets no condition nor one of a plan that ends', async () => {
    const { subscription, url } = await arrive(null, DEFERS_DOWNGRADES);
    const expensive = await findPrice(stripe, 'business_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price: expensive, quantity: '1' });
    expect(await priceNow(subscription)).toMatchObject({ price: { id: expensive } });
    await postForm(`${url}/cancel/${subscription}`);
    const cheaper = await findPrice(stripe, 'basic_monthly');
    await postForm(`${url}/confirm/${subscription}`, { price: cheaper, quantity: '1' });
    expect(await priceNow(subscription)).toMatchObject({ price: { id: cheaper } });
    expect(await retrieveSchedule(subscription)).toBeNull();
  });

  it('defers a shorter interval, even of a more expensive plan', async () => {
    const recurring = { interval: 'week' } as const;
    const weekly = await newPrice(stripe, 200_000, { product: 'outharbor_pro', recurring });
    const { subscription, url } = await arrive(null, {
      products: [{ product: 'outharbor_pro', prices: [weekly] }],
      schedule_at_period_end: { conditions: [{ type: 'shortening_interval' }] },
    });
    await postForm(`${url}/confirm/${subscription}`, { price: weekly, quantity: '1' });
    expect((await retrieveSchedule(subscription))?.phases.map(({ items }) => items[0]?.price)).toEqual([
      await findPrice(stripe),
      weekly,
    ]);
  });

  it.each([
    ['a more expensive plan', 'business_monthly', 'always_invoice', '$499.00'],
    [
      'a cheaper plan',
      'basic_monthly',
      'always_invoice',
      '$0.00, and $500.00 is credited to your next payments',
    ],
    ['a more expensive plan without proration', 'business_monthly', 'none', '$0.00'],
  ])('states what %s costs today, and charges no more', async (_which, key, proration_behavior, due) => {
    const { subscription, customer, url } = await arrive(null, { proration_behavior });
    const price = await findPrice(stripe, key);
    const before = await invoiceIds(customer);
    const question = await get(`${url}/confirm/${subscription}?price=${price}&quantity=1`);
    expect(question).toContain(`<dt>Due today</dt><dd>${due}</dd>`);
    expect(await invoiceIds(customer)).toEqual(before);
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '1' });
    const { data: after } = await stripe.invoices.list({ customer });
    const charged = after.slice(0, after.length - before.length).map(({ amount_paid }) => amount_paid);
    expect(charged.reduce((sum, amount) => sum + amount, 0)).toBe(due === '$499.00' ? 49_900 : 0);
  });

  it.each([
    [{ price: 'price_none' }, 'choose one of the plans'],
    [{ price: 'price_promonthly' }, 'This is your current plan'],
    [{ price: 'price_promonthly', quantity: '3' }, 'quantity of this plan cannot be changed'],
  ])('rejects the choice %j and changes nothing', async (choice, words) => {
    const { subscription, url } = await arrive();
    const before = await priceNow(subscription);
    for (const page of [
      await get(`${url}/confirm/${subscription}?${new URLSearchParams(choice)}`),
      await (await postForm(`${url}/confirm/${subscription}`, choice)).text(),
    ]) {
      expect(page).toContain(words);
    }
    expect(await priceNow(subscription)).toEqual(before);
  });

  it('changes the quantity within its limits', async () => {
    const adjustable_quantity = { enabled: true, minimum: 1, maximum: 5 };
    const price = await findPrice(stripe);
    const products = [{ product: 'outharbor_pro', prices: [price], adjustable_quantity }];
    const { subscription, url } = await arrive(null, { products });
    const six = await get(`${url}/confirm/${subscription}?price=${price}&quantity=6`);
    expect(six).toContain('a quantity from 1 to 5');
    await postForm(`${url}/confirm/${subscription}`, { price, quantity: '5' });
    expect(await priceNow(subscription)).toMatchObject({ quantity: 5 });
  });

  it('redirects to the return URL after a flow', async () => {
    const redirect = { type: 'redirect', redirect: { return_url: 'https://site.test/done' } };
    const { subscription, url, flowUrl } = await arrive({
      type: 'subscription_cancel',
      subscription_cancel: { subscription: 'sub_ours' },
      after_completion: redirect,
    });
    const first = await fetch(flowUrl, { redirect: 'manual' });
    expect(readLocation(first)).toBe(`${new URL(url).pathname}/cancel/${subscription}`);
    const question = await fetch(`${url}/cancel/${subscription}`);
    expect(question.headers.get('content-security-policy')).toContain("form-action 'self' https://site.test");
    const answer = await postForm(`${url}/cancel/${subscription}`);
    expect(readLocation(answer)).toBe('https://site.test/done');
    const { cancel_at } = await stripe.subscriptions.retrieve(subscription);
    expect(cancel_at).not.toBeNull();
  });

  it('confirms the change of the flow, whatever the form says, and shows the custom message', async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ['basic_monthly'] });
    const bought = await subscribe(world);
    const item = await priceNow(bought.subscription);
    const session = await stripe.billingPortal.sessions.create({
      customer: bought.customer,
      configuration: (await switchable(stripe)).id,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: bought.subscription,
          items: [{ id: String(item?.id), price: String(data[0]?.id) }],
        },
        after_completion: {
          type: 'hosted_confirmation',
          hosted_confirmation: { custom_message: 'Enjoy <it>' },
        },
      },
    });
    const url = session.url.replace(/\/flow$/, '');
    const answer = await postForm(`${url}/confirm/${bought.subscription}`, { price: 'price_promonthly' });
    expect(readLocation(answer)).toBe(`${new URL(url).pathname}/done`);
    expect(await get(`${url}/done`)).toContain('Enjoy &lt;it&gt;');
    expect(await priceNow(bought.subscription)).toMatchObject({ price: { lookup_key: 'basic_monthly' } });
  });

  it('saves the customer details that the configuration allows', async () => {
    const { customer, url, flowUrl } = await arrive({ type: 'customer_update' });
    expect(await get(flowUrl)).toContain('Update your details');
    const wrong = await postForm(`${url}/customer`, { email: 'nobody', country: 'Utopia' });
    expect(await wrong.text()).toContain('Enter a valid email address.');
    const answer = await postForm(`${url}/customer`, {
      email: 'lovelace@example.com',
      name: 'Not to be changed',
      line1: '1 Ockham Park',
      country: 'gb',
    });
    expect(readLocation(answer)).toBe(new URL(url).pathname);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({
      email: 'lovelace@example.com',
      name: null,
      address: { line1: '1 Ockham Park', country: 'GB', city: null },
    });
  });

  it('rejects every action that the configuration does not offer', async () => {
    const { customer, subscription } = await subscribe(world);
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration });
    const page = await get(url);
    for (const words of ['Cancel plan', 'Change card', 'Change plan', 'Update your details']) {
      expect(page).not.toContain(words);
    }
    for (const [path, fields] of [
      [`cancel/${subscription}`, {}],
      [`confirm/${subscription}`, { price: 'price_basicmonthly' }],
      [
        'card',
        { card_number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'A', postal_code: '1' },
      ],
      ['customer', { email: 'eve@example.com' }],
    ] as const) {
      expect(readLocation(await postForm(`${url}/${path}`, fields))).toBe(new URL(url).pathname);
    }
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      cancel_at_period_end: false,
      items: { data: [{ price: { lookup_key: 'pro_monthly' } }] },
    });
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: 'ada@example.com' });
  });

  it('stores the reason for a cancellation', async () => {
    const { customer, subscription } = await subscribe(world);
    await changeDefault(stripe, { subscription_cancel: CANCEL_WITH_REASON });
    const { url } = await stripe.billingPortal.sessions.create({ customer });
    expect(await get(`${url}/cancel/${subscription}`)).toContain('I don’t use the service enough');
    await postForm(`${url}/cancel/${subscription}`, { feedback: 'unused', comment: 'Moving away' });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'Moving away', feedback: 'unused', reason: 'cancellation_requested' },
    });
  });
});
