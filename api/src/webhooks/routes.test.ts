import { API_PATHS } from '@outharbor/contract/paths';
import { planProductId } from '@outharbor/contract/plans';
import { LAST, NEXT } from '@outharbor/contract/testing/plans';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { readWebhook } from '../gateways/stripe/events.ts';
import { buildTestApp, createMemoryIdentity, type TestApp } from '../testing/test-app.ts';

const SECRET = 'whsec_new1';
const stripe = new Stripe('sk_test_x');
const now = () => Math.floor(Date.now() / 1000);

interface Delivery {
  readonly type?: string;
  readonly object?: object;
  readonly livemode?: boolean;
  readonly secret?: string;
  readonly timestamp?: number;
  /** Signed instead of an event. */
  readonly payload?: string;
  readonly header?: (signature: string) => string;
  readonly body?: (signed: string) => string;
}

const DEPLOYMENT = 'demo-outharbor-default-rtdb';
const metadata = { uid: 'u', deployment: DEPLOYMENT };
const session = { object: 'checkout.session', customer: 'cus_u', metadata };

const subscription = {
  object: 'subscription',
  id: 'sub_u',
  customer: 'cus_u',
  status: 'active',
  metadata,
  items: { data: [{ price: { product: planProductId(NEXT) } }] },
};

function deliver(
  { app }: TestApp,
  { object = session, type = 'checkout.session.completed', ...rest }: Delivery,
) {
  const event = { id: 'evt_1', object: 'event', type, livemode: rest.livemode ?? false, data: { object } };
  const payload = rest.payload ?? JSON.stringify(event);
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: rest.secret ?? SECRET,
    timestamp: rest.timestamp ?? now(),
  });
  return app.inject({
    method: 'POST',
    url: API_PATHS.stripeWebhook,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': rest.header?.(signature) ?? signature,
    },
    payload: rest.body?.(payload) ?? payload,
  });
}

async function withSubscriber(erased: readonly string[] = []) {
  const test = await buildTestApp({
    identity: createMemoryIdentity(new Set(erased)),
    readWebhook: (body, signature) =>
      readWebhook(
        {
          stripe,
          webhookSecrets: ['whsec_old1', SECRET],
          deployment: DEPLOYMENT,
          now: () => Date.now() / 1000,
        },
        body,
        signature,
      ),
  });
  test.payments.subscribe('cus_u', NEXT.name);
  return test;
}

describe('webhook', () => {
  it('grants the plan reported by Stripe, not by the event', async () => {
    const test = await withSubscriber();
    const response = await deliver(test, {
      object: { ...session, metadata: { ...metadata, plan: LAST.name } },
    });
    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    expect(test.ledger.records.get('u')).toEqual({ planType: NEXT.name });
  });

  it.each([
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'invoice.paid',
    'invoice.payment_failed',
  ])('queries Stripe after %s', async (type) => {
    const test = await withSubscriber();
    await deliver(test, type.startsWith('customer') ? { type, object: subscription } : { type });
    expect(test.ledger.records.get('u')).toEqual({ planType: NEXT.name });
  });

  it('refunds a duplicate bought as another customer', async () => {
    const test = await withSubscriber();
    await deliver(test, {});
    const second = test.payments.subscribe('cus_other', LAST.name);
    const object = { ...session, customer: 'cus_other', subscription: second };
    expect((await deliver(test, { object })).statusCode).toBe(200);
    expect(test.ledger.states.get('u')?.customerId).toBe('cus_u');
    expect(test.ledger.records.get('u')).toEqual({ planType: NEXT.name });
    expect(test.payments.refunds).toEqual([second]);
  });

  it.each([
    [200, 300_000],
    [413, 600_000],
  ])('returns %i for an event of %i bytes', async (status, size) => {
    const test = await withSubscriber();
    const response = await deliver(test, { object: { ...session, padding: 'x'.repeat(size) } });
    expect(response.statusCode).toBe(status);
  });

  it.each<[string, Delivery]>([
    ['signed with another secret', { secret: 'whsec_other' }],
    ['with a modified body', { body: (signed) => signed.replace('cus_u', 'cus_v') }],
    ['with a reformatted body', { body: (signed) => JSON.stringify(JSON.parse(signed), null, 1) }],
    ['signed too long ago', { timestamp: now() - 400 }],
    ['signed in the future', { timestamp: now() + 4000 }],
    ['with an unsigned byte order mark', { body: (signed) => `\ufeff${signed}` }],
    ['with a second timestamp at the start', { header: (signature) => `t=${now()},${signature}` }],
    ['with a second timestamp at the end', { header: (signature) => `${signature},t=${now()}` }],
    ['with a partly numeric timestamp', { header: (s) => s.replace(',', 'x,') }],
  ])('rejects a delivery %s', async (_name, delivery) => {
    const test = await withSubscriber();
    const response = await deliver(test, delivery);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'webhook_signature_invalid']);
    expect(test.ledger.records.size).toBe(0);
  });

  it.each([
    'hello',
    'null',
    '[]',
    '{}',
    '{"object":"event"}',
    '{"object":"v2.core.event","id":"evt_1","type":"v1.billing.meter.no_meter_found"}',
  ])('rejects a signed body that is not an event (%s) with a specific message', async (payload) => {
    const response = await deliver(await withSubscriber(), { payload });
    expect(response.json().error).toMatchObject({
      code: 'validation_failed',
      message: 'The body is signed but is not an event.',
    });
  });

  it('rejects invalid UTF-8 even if the decoded text was signed', async () => {
    const test = await withSubscriber();
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x\ufffd', data: { object: {} } });
    const [before = '', after = ''] = payload.split('\ufffd');
    const response = await test.app.inject({
      method: 'POST',
      url: API_PATHS.stripeWebhook,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.webhooks.generateTestHeaderString({
          payload,
          secret: SECRET,
          timestamp: now(),
        }),
      },
      payload: Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]),
    });
    expect(response.json().error.code).toBe('webhook_signature_invalid');
  });

  it('rejects an unsigned delivery', async () => {
    const { app } = await withSubscriber();
    const response = await app.inject({
      method: 'POST',
      url: API_PATHS.stripeWebhook,
      payload: { type: 'x' },
    });
    expect(response.json().error.code).toBe('webhook_signature_invalid');
  });

  it('accepts the old secret during rotation', async () => {
    expect((await deliver(await withSubscriber(), { secret: 'whsec_old1' })).statusCode).toBe(200);
  });

  it('returns 5xx if the plan could not be written, so that Stripe redelivers', async () => {
    const test = await withSubscriber();
    test.payments.failure = new AppError('dependency_unavailable');
    expect((await deliver(test, {})).statusCode).toBe(503);
    test.payments.failure = undefined;
    await deliver(test, {});
    expect(test.ledger.records.get('u')).toEqual({ planType: NEXT.name });
    const text = await test.metrics.registry.metrics();
    expect(text).toContain('type="checkout.session.completed",outcome="failed"} 1');
    expect(text).toContain('type="checkout.session.completed",outcome="handled"} 1');
  });

  it.each<[string, Delivery]>([
    ['of an unrelated type', { type: 'customer.updated' }],
    ['of the other mode', { livemode: true }],
    ['without our metadata', { object: { object: 'invoice', customer: 'cus_foreign' } }],
    ['of another deployment', { object: { ...session, metadata: { uid: 'u', deployment: 'staging' } } }],
    ['of another product that also uses a uid', { object: { ...session, metadata: { uid: 'u' } } }],
    ['with a path as the uid', { object: { ...session, metadata: { ...metadata, uid: '../admins' } } }],
  ])('acknowledges and ignores an event %s', async (_name, delivery) => {
    const test = await withSubscriber();
    expect((await deliver(test, delivery)).statusCode).toBe(200);
    expect(test.ledger.records.size).toBe(0);
  });
});
