import { API_PATHS } from '@outharbor/contract/paths';
import { NEXT } from '@outharbor/contract/testing/plans';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWorld, NOTHING } from '../support/abuse/oracles.ts';
import { assertSafeError } from '../support/abuse/safe-error.ts';
import { type ApiBody, requireSession } from '../support/abuse/user-client.ts';
import { WEBHOOK_SECRET } from '../support/abuse/webhook-courier.ts';
import { instanceAt, startWorld, type World } from '../support/abuse/world.ts';
import { VISA } from '../support/card.ts';

const now = () => Math.floor(Date.now() / 1000);

describe('a webhook that differs from what Stripe signed', () => {
  let world: World;
  let event: Stripe.Event;
  beforeAll(async () => {
    world = await startWorld();
    const { id } = requireSession(await world.user('payer').book(NEXT.price));
    await world.stripe.pay(id, { card: VISA });
    const [paid] = (await world.sdk.events.list({ type: 'invoice.paid' })).data;
    if (paid === undefined) throw new Error('Stripe sent no event');
    event = paid;
  });
  afterAll(() => world.close());

  const apiUrl = () => instanceAt(world.instances, 0).url;
  const signPayload = (payload: string) =>
    world.sdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });

  async function deliver(body: string, signature: string) {
    const answer = await fetch(`${apiUrl()}${API_PATHS.stripeWebhook}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });
    const text = await answer.text();
    assertSafeError(answer.status, text);
    return { status: answer.status, error: (JSON.parse(text) as ApiBody).error };
  }

  it.each<[string, (payload: string) => [body: string, signature: string]]>([
    ['with a byte order mark', (payload) => [`\ufeff${payload}`, signPayload(payload)]],
    ['with a second timestamp', (payload) => [payload, `${signPayload(payload)},t=${now()}`]],
    ['with an extra leading timestamp', (payload) => [payload, `t=${now()},${signPayload(payload)}`]],
    ['reserialised', (payload) => [JSON.stringify(JSON.parse(payload), null, 1), signPayload(payload)]],
    ['with a signature for another body', (payload) => [payload, signPayload(`${payload} `)]],
  ])('%s is rejected with 400 and grants nothing', async (_what, forge) => {
    const { status, error } = await deliver(...forge(JSON.stringify(event)));
    expect([status, error?.code]).toEqual([400, 'webhook_signature_invalid']);
    await expectWorld(world, { payer: { ...NOTHING, sessions: { complete: 1 }, live: 1 } });
  });

  it.each(['hello', 'null', '{}', '{"object":"event"}'])(
    'a signed body that is not an event (%s) fails validation rather than the signature check',
    async (payload) => {
      const { status, error } = await deliver(payload, signPayload(payload));
      expect([status, error?.code, error?.message]).toEqual([
        400,
        'validation_failed',
        'The body is signed but is not an event.',
      ]);
    },
  );

  it('the original event is accepted and grants the plan', async () => {
    expect(await world.courier().deliver(event)).toBe(200);
    await expectWorld(world, {
      payer: { plan: NEXT.name, sessions: { complete: 1 }, live: 1, ended: 0, refunds: 0 },
    });
  });
});
