import { API_PATHS } from '@outharbor/contract/paths';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { readStripeWebhook } from '../gateways/stripe-webhook.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const SECRET = 'whsec_new1';
const { webhooks } = new Stripe('sk_test_x');
const now = () => Math.floor(Date.now() / 1000);

interface Delivery {
  readonly type?: string;
  readonly object?: object;
  readonly livemode?: boolean;
  readonly secret?: string;
  readonly timestamp?: number;
  readonly body?: (signed: string) => string;
}

const session = { object: 'checkout.session', customer: 'cus_u', metadata: { uid: 'u' } };

function deliver(
  { app }: TestApp,
  { object = session, type = 'checkout.session.completed', ...rest }: Delivery,
) {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    livemode: rest.livemode ?? false,
    data: { object },
  });
  const signature = webhooks.generateTestHeaderString({
    payload,
    secret: rest.secret ?? SECRET,
    timestamp: rest.timestamp ?? now(),
  });
  return app.inject({
    method: 'POST',
    url: API_PATHS.stripeWebhook,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: rest.body?.(payload) ?? payload,
  });
}

async function withSubscriber() {
  const test = await buildTestApp({
    readWebhook: (body, signature) => readStripeWebhook(webhooks, ['whsec_old1', SECRET], body, signature),
  });
  test.payments.subscribe('cus_u', 'pro');
  return test;
}

describe('the webhook', () => {
  it('grants the plan that Stripe reports, whatever the event says', async () => {
    const test = await withSubscriber();
    const response = await deliver(test, {
      object: { ...session, metadata: { uid: 'u', plan: 'business' } },
    });
    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    expect(test.ledger.records.get('u')).toEqual({ planType: 'pro' });
  });

  it('ends in the same state when events come twice and in the wrong order', async () => {
    const test = await withSubscriber();
    const types = [
      'customer.subscription.deleted',
      'invoice.paid',
      'checkout.session.completed',
      'invoice.paid',
    ];
    for (const type of types) {
      const object = type.startsWith('invoice') ? invoiceOf('u') : session;
      expect((await deliver(test, { type, object })).statusCode).toBe(200);
    }
    expect(test.ledger.records.get('u')).toEqual({ planType: 'pro' });
  });

  it.each([
    'checkout.session.completed',
    'checkout.session.expired',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'invoice.paid',
    'invoice.payment_failed',
  ])('asks Stripe after %s', async (type) => {
    const test = await withSubscriber();
    await deliver(test, { type });
    expect(test.ledger.records.get('u')).toEqual({ planType: 'pro' });
  });

  it('leaves a user with the customer that the record names', async () => {
    const test = await withSubscriber();
    await deliver(test, {});
    test.payments.subscribe('cus_other', 'business');
    expect((await deliver(test, { object: { ...session, customer: 'cus_other' } })).statusCode).toBe(200);
    expect(test.ledger.states.get('u')?.customerId).toBe('cus_u');
    expect(test.ledger.records.get('u')).toEqual({ planType: 'pro' });
  });

  it.each([
    [200, 300_000],
    [413, 600_000],
  ])('answers %i to an event of %i bytes', async (status, size) => {
    const test = await withSubscriber();
    const response = await deliver(test, { object: { ...session, padding: 'x'.repeat(size) } });
    expect(response.statusCode).toBe(status);
  });

  it('finds the user of an event without metadata through its customer', async () => {
    const test = await withSubscriber();
    const customer = await test.payments.createCustomer({ uid: 'v', email: undefined, name: undefined });
    test.payments.subscribe(customer, 'basic');
    await deliver(test, { type: 'invoice.paid', object: { object: 'invoice', customer } });
    expect(test.ledger.records.get('v')).toEqual({ planType: 'basic' });
  });

  it.each<[string, Delivery]>([
    ['signed with another secret', { secret: 'whsec_other' }],
    ['whose bytes were changed', { body: (signed) => signed.replace('cus_u', 'cus_v') }],
    ['whose bytes were only written anew', { body: (signed) => JSON.stringify(JSON.parse(signed), null, 1) }],
    ['signed too long ago', { timestamp: now() - 400 }],
    ['signed in the future', { timestamp: now() + 4000 }],
  ])('refuses a delivery %s', async (_name, delivery) => {
    const test = await withSubscriber();
    const response = await deliver(test, delivery);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'webhook_signature_invalid']);
    expect(test.ledger.records.size).toBe(0);
  });

  it('refuses a delivery without a signature', async () => {
    const { app } = await withSubscriber();
    const response = await app.inject({
      method: 'POST',
      url: API_PATHS.stripeWebhook,
      payload: { type: 'x' },
    });
    expect(response.json().error.code).toBe('webhook_signature_invalid');
  });

  it('accepts the older secret while it is rotated', async () => {
    expect((await deliver(await withSubscriber(), { secret: 'whsec_old1' })).statusCode).toBe(200);
  });

  it('answers 5xx when the plan could not be written, so that the delivery is repeated', async () => {
    const test = await withSubscriber();
    test.payments.failure = new AppError('dependency_unavailable');
    expect((await deliver(test, {})).statusCode).toBe(503);
    test.payments.failure = undefined;
    await deliver(test, {});
    expect(test.ledger.records.get('u')).toEqual({ planType: 'pro' });
    const text = await test.metrics.registry.metrics();
    expect(text).toContain('type="checkout.session.completed",outcome="failed"} 1');
    expect(text).toContain('type="checkout.session.completed",outcome="handled"} 1');
  });

  it.each<[string, Delivery]>([
    ['of a type that changes no plan', { type: 'customer.updated' }],
    ['of the other mode', { livemode: true }],
    ['of a customer that is not ours', { object: { object: 'invoice', customer: 'cus_foreign' } }],
    ['whose uid is a path', { object: { ...session, metadata: { uid: '../admins' } } }],
  ])('acknowledges and ignores an event %s', async (_name, delivery) => {
    const test = await withSubscriber();
    expect((await deliver(test, delivery)).statusCode).toBe(200);
    expect(test.ledger.records.size).toBe(0);
  });
});

const invoiceOf = (uid: string) => ({
  object: 'invoice',
  customer: 'cus_u',
  parent: { subscription_details: { metadata: { uid } } },
});
