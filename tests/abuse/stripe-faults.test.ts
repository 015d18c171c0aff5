import { recoverEvents } from '@outharbor/api/reconciler/recover-events';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { afterEach, describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import type { HttpFault } from '../support/abuse/http-fault-proxy.ts';
import { startApiInstance } from '../support/abuse/in-process-api.ts';
import { actual, expectWorld, NOTHING, paidFor } from '../support/abuse/oracles.ts';
import { buyPlan, payPlan } from '../support/abuse/purchases.ts';
import { expectRejectedInTime } from '../support/abuse/rejected-in-time.ts';
import { requireSession } from '../support/abuse/user-client.ts';
import { startWorld } from '../support/abuse/world.ts';

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

const FAULTS: readonly (readonly [string, HttpFault])[] = [
  ['answers 500', { kind: 'answer', status: 500, body: '{"error":{"type":"api_error"}}', headers: json }],
  ['answers 429', { kind: 'answer', status: 429, body: '{"error":{"code":"rate_limit"}}', headers: json }],
  ['answers 409', { kind: 'answer', status: 409, body: '{"error":{"code":"lock_timeout"}}', headers: json }],
  [
    'answers with an HTML page',
    { kind: 'answer', status: 502, body: '<html>Bad gateway</html>', headers: html },
  ],
  ['answers 200 with HTML', { kind: 'answer', status: 200, body: '<html>Hello</html>', headers: html }],
  ['answers with unexpected JSON', { kind: 'answer', status: 200, body: '{"hello":1}', headers: json }],
  ['answers with an empty body', { kind: 'answer', status: 200, body: '', headers: json }],
  ['hangs', { kind: 'hang' }],
  ['drops the connection before processing', { kind: 'drop_before' }],
  ['drops the connection after processing', { kind: 'drop_after' }],
  ['truncates its response', { kind: 'truncate' }],
];

describe('while Stripe misbehaves', () => {
  const world = suiteFixture(() =>
    startWorld({ variables: { STRIPE_TIMEOUT_MS: '500', REQUEST_TIMEOUT_MS: '3000' } }),
  );
  let users = 0;
  afterEach(async () => {
    world.stripeProxy.heal();
    await expectWorld(world, {});
  });

  const newUser = () => {
    users += 1;
    return world.user(`user-${users}`);
  };

  describe.each(FAULTS)('and %s', (_name, fault) => {
    it('rejects a checkout within its time budget and recovers', async () => {
      const user = newUser();
      world.stripeProxy.fault = () => fault;
      await expectRejectedInTime(user);
      world.stripeProxy.heal();
      requireSession(await user.book(FIRST.price));
      await expectWorld(world, { [user.uid]: { ...NOTHING, sessions: { open: 1 } } });
    });

    it('a checkout whose last step fails leaves one payable session', async () => {
      const user = newUser();
      world.stripeProxy.failAt(/^POST \/v1\/checkout\/sessions$/, fault);
      expect((await user.book(NEXT.price)).status).toBe(503);
      world.stripeProxy.heal();
      const id = await payPlan(world, user, NEXT);
      expect((await user.confirm(id)).body.planType).toBe(NEXT.name);
      const { plan, live, sessions } = await actual(world, user.uid);
      expect({ plan, live, open: sessions.open ?? 0, paid: sessions.complete }).toEqual({
        plan: NEXT.name,
        live: 1,
        open: 0,
        paid: 1,
      });
    });

    it('confirms a payment later if the first confirmation fails', async () => {
      const user = newUser();
      const id = await payPlan(world, user, FIRST);
      world.stripeProxy.fault = () => fault;
      expect((await user.confirm(id)).status).toBe(503);
      await expectWorld(world, {
        [user.uid]: { ...NOTHING, sessions: { complete: 1 }, live: 1 },
      });
      world.stripeProxy.heal();
      expect((await user.confirm(id)).body.planType).toBe(FIRST.name);
      await expectWorld(world, { [user.uid]: paidFor(FIRST) });
    });

    it('rejects the billing portal with 503 and opens it after recovery', async () => {
      const user = newUser();
      await buyPlan(world, user, FIRST);
      world.stripeProxy.fault = () => fault;
      const rejected = await user.openPortal();
      expect([rejected.status, rejected.body.error?.code]).toEqual([503, 'dependency_unavailable']);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
      world.stripeProxy.heal();
      expect((await user.openPortal()).body.url).toContain('/emulated/stripe/');
      await expectWorld(world, { [user.uid]: paidFor(FIRST) });
    });

    it('answers a webhook with 503 so that Stripe retries it, then grants the plan', async () => {
      const user = newUser();
      const courier = world.courier();
      const id = await payPlan(world, user, LAST);
      const mine = (await courier.events({ fresh: true })).filter(
        ({ type, data }) =>
          type === 'checkout.session.completed' && 'id' in data.object && data.object.id === id,
      );
      world.stripeProxy.fault = () => fault;
      for (const event of mine) expect(await courier.deliver(event)).toBe(503);
      world.stripeProxy.heal();
      for (const event of mine) expect(await courier.deliver(event)).toBe(200);
      await expectWorld(world, { [user.uid]: paidFor(LAST) });
    });
  });

  it.each<[string, HttpFault]>([
    ['a dropped connection', { kind: 'drop_after' }],
    [
      'a 500 from Stripe',
      { kind: 'answer', status: 500, body: '{"error":{"type":"api_error"}}', headers: json },
    ],
  ])('retries after %s without creating a second session', async (_name, fault) => {
    const user = newUser();
    let times = 1;
    world.stripeProxy.fault = ({ method, path }) => {
      if (method !== 'POST' || path !== '/v1/checkout/sessions' || times === 0) return undefined;
      times -= 1;
      return fault;
    };
    requireSession(await user.book(FIRST.price));
    await expectWorld(world, { [user.uid]: { ...NOTHING, sessions: { open: 1 } } });
  });

  it.each([
    '5',
    '"ok"',
    'true',
    'null',
    '[]',
    '{}',
    '{"object":"list","data":null}',
    '{"object":"list","data":[null]}',
  ])('answers 503 and goes on when Stripe answers a request with the JSON value %s', async (body) => {
    world.stripeProxy.fault = () => ({ kind: 'answer', status: 200, body, headers: json });
    expect((await newUser().book(FIRST.price)).status).toBe(503);
    world.stripeProxy.heal();
    expect((await newUser().book(FIRST.price)).status).toBe(200);
  });

  it.each([
    ['the preview of an invoice', '/v1/invoices/create_preview'],
    ['a customer', '/v1/customers/'],
  ])('answers 503 when Stripe answers another object than %s', async (_what, path) => {
    const user = newUser();
    await buyPlan(world, user, FIRST);
    const body = '{"id":"odd","object":"odd"}';
    world.stripeProxy.failAt(new RegExp(`^\\w+ ${path}`), {
      kind: 'answer',
      status: 200,
      body,
      headers: json,
    });
    expect((await user.ask(API_PATHS.account)).status).toBe(503);
    world.stripeProxy.heal();
    expect((await user.ask(API_PATHS.account)).status).toBe(200);
  });

  /** Gives `value` to a field of every object of the type in Stripe's answers. */
  const rewriting = (type: string, field: string, value: null | undefined): HttpFault => ({
    kind: 'rewrite',
    change: (body) =>
      JSON.stringify(
        JSON.parse(body, (_key, found: unknown) => {
          const isOfType = typeof found === 'object' && found !== null && 'object' in found;
          return isOfType && found.object === type ? { ...found, [field]: value } : found;
        }),
      ),
  });

  it.each([
    ['charge', 'amount_refunded', undefined],
    ['checkout.session', 'payment_status', undefined],
    ['checkout.session', 'subscription', undefined],
    ['customer', 'balance', null],
    ['customer', 'balance', undefined],
    ['customer', 'id', undefined],
    ['invoice', 'billing_reason', undefined],
    ['invoice', 'lines', undefined],
    ['invoice', 'status', null],
    ['invoice', 'status', undefined],
    ['invoice', 'total', undefined],
    ['invoice_payment', 'payment', undefined],
    ['list', 'data', undefined],
    ['list', 'has_more', undefined],
    ['price', 'product', undefined],
    ['subscription', 'customer', undefined],
    ['subscription', 'items', undefined],
    ['subscription', 'latest_invoice', undefined],
    ['subscription', 'metadata', undefined],
    ['subscription', 'status', undefined],
    ['subscription_item', 'price', undefined],
  ])('answers 503 and changes no plan while the type %s has for its %s: %s', async (type, field, value) => {
    const user = newUser();
    const { id } = await buyPlan(world, user, FIRST);
    const ask = () =>
      Promise.all([user.ask(API_PATHS.account), user.ask(API_PATHS.keepPlan), user.confirm(id)]);
    world.stripeProxy.fault = () => rewriting(type, field, value);
    const statuses = (await ask()).map(({ status }) => status);
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
    expect((await user.book(FIRST.price)).status).not.toBe(200);
    world.stripeProxy.heal();
    expect(await world.readPlan(user.uid)).toBe(FIRST.name);
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each([null, undefined])(
    'confirms a payment while the subscriptions of a customer are %s',
    async (value) => {
      const user = newUser();
      const { id } = await buyPlan(world, user, FIRST);
      world.stripeProxy.fault = () => rewriting('customer', 'subscriptions', value);
      expect((await user.confirm(id)).body.planType).toBe(FIRST.name);
    },
  );

  it.each(['currency', 'recurring', 'unit_amount'])(
    'answers 503 to a checkout while the prices lack their %s',
    async (field) => {
      const user = newUser();
      world.stripeProxy.fault = () => rewriting('price', field, undefined);
      const fresh = await startApiInstance(world.config, world.issuer.agent);
      const book = () => world.userAt(() => fresh.url, user.uid).book(FIRST.price);
      expect((await book()).status).toBe(503);
      world.stripeProxy.heal();
      expect((await book()).status).toBe(200);
      await fresh.close();
    },
  );

  it.each([
    ['null', () => null],
    ['nothing but an id', ({ id }: object & { id?: unknown }) => ({ id })],
    ['an event without an object', (event: object) => ({ ...event, data: {} })],
    ['an event about nothing', (event: object) => ({ ...event, data: { object: {} } })],
    ['an event without a time', (event: object) => ({ ...event, created: undefined })],
    [
      'an event about half a subscription',
      (event: object) => ({ ...event, data: { object: { object: 'subscription', id: 'sub_half' } } }),
    ],
  ])('recovers every other event and reports the one that is %s', async (_what, malform) => {
    const api = world.api();
    const [first, second] = [newUser(), newUser()];
    for (const user of [first, second]) {
      await payPlan(world, user, FIRST);
    }
    const [newest] = (await world.sdk.events.list({ limit: 1 })).data;
    world.stripeProxy.failAt(/ \/v1\/events$/, {
      kind: 'rewrite',
      change: (body) =>
        JSON.stringify(
          JSON.parse(body, (_key, value) => (value?.id === newest?.id ? malform(value) : value)),
        ),
    });
    api.lines.length = 0;
    const { report } = await recoverEvents(api.recovery, undefined);
    expect(report.failures).toBe(1);
    expect(api.lines.join()).toContain('is malformed');
    for (const { uid } of [first, second]) {
      expect(await world.readPlan(uid)).toBe(FIRST.name);
    }
  });

  it('readiness names Stripe while liveness stays 200', async () => {
    const { url } = world.api();
    world.stripeProxy.fault = () => ({ kind: 'drop_before' });
    const ready = () => fetch(`${url}${API_PATHS.ready}`);
    await expect.poll(async () => (await ready()).status, { timeout: 5000 }).toBe(503);
    expect(await (await ready()).json()).toMatchObject({ dependencies: { stripe: 'down', database: 'up' } });
    expect((await fetch(`${url}${API_PATHS.live}`)).status).toBe(200);
    world.stripeProxy.heal();
    await expect.poll(async () => (await ready()).status, { timeout: 5000 }).toBe(200);
  });

  // A busy machine takes more than a minute for it.
  it('rejects a burst while Stripe hangs and serves requests afterwards', { timeout: 180_000 }, async () => {
    // More than the 256 calls to Stripe that may run at once.
    const burst = Array.from({ length: 300 }, newUser);
    world.stripeProxy.fault = () => ({ kind: 'hang' });
    const answers = await Promise.all(burst.map((user) => user.book(FIRST.price)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await fetch(`${world.api().url}${API_PATHS.live}`)).status).toBe(200);
    world.stripeProxy.heal();
    const user = newUser();
    await expect.poll(async () => (await user.book(FIRST.price)).status, { timeout: 20_000 }).toBe(200);
    expect((await actual(world, user.uid)).sessions.open).toBe(1);
  });
});
