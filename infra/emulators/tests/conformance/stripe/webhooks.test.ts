import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { sharedReceiver } from '../../support/stripe/webhook-receiver.ts';

describe('a webhook', () => {
  const world = createWorld({ webhookBackOff: { firstDelayMs: 10, maxDelayMs: 40, maxAttempts: 6 } });
  const { stripe, emulator } = world;
  const receiver = sharedReceiver(world);
  afterEach(() => {
    expect(receiver.faults).toEqual([]);
    receiver.receipts.length = 0;
    receiver.answers.length = 0;
  });

  it('is sent for a first payment, a renewal and a cancellation', async () => {
    const { subscription } = await subscribe(world);
    await emulator.settle();
    expect(receiver.types()).toEqual(
      expect.arrayContaining([
        'customer.created',
        'payment_intent.succeeded',
        'charge.succeeded',
        'customer.subscription.created',
        'invoice.paid',
        'checkout.session.completed',
      ]),
    );
    receiver.receipts.length = 0;
    await emulator.advanceTime({ months: 1, seconds: 1 });
    await emulator.settle();
    expect(receiver.types()).toEqual(
      expect.arrayContaining(['invoice.paid', 'customer.subscription.updated']),
    );
    receiver.receipts.length = 0;
    await stripe.subscriptions.cancel(subscription);
    await emulator.settle();
    expect(receiver.types()).toEqual(['customer.subscription.deleted']);
  });

  it('is awaited by a new invoice, which tells when it was delivered', async () => {
    const { id: customer } = await stripe.customers.create({ name: 'Ada' });
    const invoice = await stripe.invoices.create({ customer });
    expect(invoice.webhooks_delivered_at).toBeNull();
    await emulator.settle();
    const { webhooks_delivered_at: delivered } = await stripe.invoices.retrieve(invoice.id);
    expect(delivered).toBeGreaterThanOrEqual(invoice.created);
  });

  it('names the request that caused it, and the previous values', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'cause' });
    await stripe.customers.update(id, { name: 'Grace' });
    await emulator.settle();
    const [created, updated] = receiver.receipts
      .map(({ event }) => event)
      .sort((a, b) => a.type.localeCompare(b.type));
    expect(created).toMatchObject({ type: 'customer.created', request: { idempotency_key: 'cause' } });
    expect(created?.request?.id).toMatch(/^req_/);
    expect(updated?.data).toMatchObject({ object: { name: 'Grace' }, previous_attributes: { name: 'Ada' } });
  });

  it('is retried until it is accepted, each attempt signed anew over the same bytes', async () => {
    receiver.answers.push(500, 503);
    await stripe.customers.create();
    await expect
      .poll(() => emulator.deliveries())
      .toMatchObject([{ status: 'delivered', type: 'customer.created' }]);
    const [delivery] = await emulator.deliveries();
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 503, 200]);
    expect(new Set(receiver.receipts.map(({ body }) => body))).toEqual(new Set([delivery?.payload]));
    expect(delivery?.attempts.at(-1)).toMatchObject({ responseBody: '{"received":true}', error: null });
    expect(delivery?.attempts.map(({ signature }) => signature)).toEqual(
      receiver.receipts.map(({ signature }) => signature),
    );
  });

  it('fails after the last attempt, and can be redelivered', async () => {
    receiver.answers.push(...Array.from({ length: 6 }, () => 500));
    await stripe.customers.create();
    await expect.poll(() => emulator.deliveries()).toMatchObject([{ status: 'failed' }]);
    const [delivery] = await emulator.deliveries();
    expect(await emulator.redeliver(String(delivery?.id))).toMatchObject({ status: 'delivered' });
  });

  it('makes settle fail if an endpoint keeps rejecting it', async () => {
    await emulator.configure({ webhookEndpoints: [{ url: 'http://127.0.0.1:1/', secret: 'whsec_x' }] });
    await stripe.customers.create();
    await expect(emulator.settle()).rejects.toThrow(/^1 webhook delivery fails: evt_/);
    for (const name of ['a', 'b']) await stripe.customers.create({ name });
    await expect(emulator.settle()).rejects.toThrow(/^2 webhook deliveries fail: evt_/);
    await emulator.configure({ webhookEndpoints: [receiver] });
  });

  it('can be held and released in another order', async () => {
    await emulator.planDeliveries({ hold: true });
    for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name });
    await emulator.settle();
    expect(receiver.receipts).toEqual([]);
    expect(await emulator.releaseDeliveries({ order: 'reverse' })).toBe(3);
    const names = receiver.receipts.map(({ event }) => (event.data.object as Stripe.Customer).name);
    expect(names).toEqual(['c', 'b', 'a']);
    await stripe.customers.create();
    await emulator.settle();
    expect(receiver.receipts).toHaveLength(4);
  });

  it('can be duplicated and delayed', async () => {
    await emulator.planDeliveries({ copies: 2, delayMs: 60_000 });
    await stripe.customers.create();
    const [delivery] = await emulator.deliveries();
    expect(delivery?.nextAttemptAt).toBeGreaterThan(Date.now() + 30_000);
    await emulator.settle();
    expect(receiver.receipts).toHaveLength(2);
    await emulator.redeliver(String(delivery?.id), { copies: 3, delayMs: 5 });
    expect(receiver.receipts).toHaveLength(5);
    expect(new Set(receiver.receipts.map(({ event }) => event.id)).size).toBe(1);
  });

  it('is rejected by the SDK if the body or the secret differs', async () => {
    await stripe.customers.create();
    await emulator.settle();
    const [receipt] = receiver.receipts;
    const construct = (body: string, secret: string) => () =>
      Stripe.webhooks.constructEvent(body, String(receipt?.signature), secret);
    expect(construct(`${receipt?.body} `, receiver.secret)).toThrow(/signature/);
    expect(construct(String(receipt?.body), 'whsec_other')).toThrow(/signature/);
    expect(construct(String(receipt?.body), receiver.secret)()).toMatchObject({ type: 'customer.created' });
  });

  it('is sent only to endpoints subscribed to its type', async () => {
    const { url, secret } = receiver;
    await emulator.configure({ webhookEndpoints: [{ url, secret, enabledEvents: ['product.created'] }] });
    await stripe.customers.create();
    await stripe.products.create({ name: 'x' });
    await emulator.settle();
    expect(receiver.types()).toEqual(['product.created']);
    await emulator.configure({ webhookEndpoints: [receiver] });
  });
});
