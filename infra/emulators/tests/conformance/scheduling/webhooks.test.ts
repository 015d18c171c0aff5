import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  type SchedulingEmulatorOptions,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator';
import { connectControl } from '@outharbor/scheduling-emulator/control-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LocalServer, startLocalServer } from '../../support/local-server.ts';
import {
  type Collection,
  type Invitee,
  type ScheduledEvent,
  SchedulingClient,
} from '../../support/scheduling/scheduling-client.ts';
import { Visitor } from '../../support/scheduling/visitor.ts';
import { testFolder } from '../../support/test-folder.ts';

interface Received {
  readonly signature: string;
  readonly raw: string;
  readonly body: {
    readonly event: string;
    readonly payload: Invitee & { readonly scheduled_event: ScheduledEvent };
  };
}

interface Subscription {
  readonly resource: { readonly uri: string; readonly state: string };
}

const SIGNING_KEY = 'test-signing-key';
const NINE = '2026-11-23T14:00:00.000Z';
const TEN = '2026-11-23T15:00:00.000Z';
const ELEVEN = '2026-11-23T16:00:00.000Z';
const now = () => new Date('2026-11-20T12:00:00Z');

let receiver: LocalServer;
let received: Received[];
/** Statuses of the next responses; 200 when used up. */
let answers: number[];
let onReceived: (delivery: Received) => void;
let dataDir: string;
let emulator: SchedulingEmulator;
let api: SchedulingClient;
let visitor: Visitor;

beforeEach(async () => {
  received = [];
  answers = [];
  onReceived = () => {};
  receiver = await startLocalServer(
    createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      const raw = Buffer.concat(chunks).toString();
      const signature = String(request.headers['calendly-webhook-signature']);
      const delivery = { signature, raw, body: JSON.parse(raw) };
      received.push(delivery);
      onReceived(delivery);
      response.writeHead(answers.shift() ?? 200).end('noted');
    }),
  );
  dataDir = await testFolder();
  await restart();
});

afterEach(async () => {
  await emulator.close();
  await receiver.close();
});

/** With the subscription of the receiver, unless the options say otherwise. */
async function restart(options: SchedulingEmulatorOptions = {}): Promise<void> {
  await emulator?.close();
  const webhookEndpoints = [{ url: receiver.url, signingKey: SIGNING_KEY }];
  const retryDelaysMs = [60_000, 60_000];
  emulator = await startSchedulingEmulator({ now, dataDir, webhookEndpoints, retryDelaysMs, ...options });
  api = new SchedulingClient(emulator.url, DEFAULT_API_TOKEN);
  visitor = new Visitor(emulator.url);
}

/** Asks for a subscription of the whole organization, overridden by `changes`. */
async function subscribe<Body = Subscription>(changes: object) {
  const { current_organization: organization } = await api.me();
  const body = {
    url: receiver.url,
    events: ['invitee.created'],
    organization,
    scope: 'organization',
    ...changes,
  };
  return api.post<Body>('/webhook_subscriptions', body);
}

/** Verifies a signature as Calendly documents it. */
function isGenuine({ signature, raw }: Received, key: string): boolean {
  const { t, v1 } = Object.fromEntries(signature.split(',').map((part) => part.split('=')));
  const fresh = Math.abs(Date.now() / 1000 - Number(t)) < 180;
  return fresh && createHmac('sha256', key).update(`${t}.${raw}`).digest('hex') === v1;
}

test('delivers a booking and its cancellation once each, signed over the exact bytes', async () => {
  const { body } = await visitor.book(NINE);
  await emulator.settle();
  await api.post(`${new URL(body.eventUri).pathname}/cancellation`, { reason: 'Holiday' });
  await emulator.settle();
  expect(received.map((delivery) => delivery.body.event)).toEqual(['invitee.created', 'invitee.canceled']);
  for (const delivery of received) {
    expect(isGenuine(delivery, SIGNING_KEY)).toBe(true);
    expect(isGenuine(delivery, 'another-key')).toBe(false);
    expect(isGenuine({ ...delivery, raw: `${delivery.raw} ` }, SIGNING_KEY)).toBe(false);
  }
  const [created, canceled] = received;
  expect(created?.body.payload).toMatchObject({
    uri: body.inviteeUri,
    status: 'active',
    scheduled_event: { uri: body.eventUri, start_time: '2026-11-23T14:00:00.000000Z' },
  });
  expect(canceled?.body.payload).toMatchObject({
    status: 'canceled',
    rescheduled: false,
    cancellation: { reason: 'Holiday', canceler_type: 'host' },
  });
});

test('retries a rejected delivery until it is accepted, and signs each attempt with its own time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    answers = [500, 503];
    const genuine: boolean[] = [];
    onReceived = (delivery) => {
      genuine.push(isGenuine(delivery, SIGNING_KEY));
      vi.setSystemTime(Date.now() + 240_000);
    };
    await visitor.book(NINE);
    await emulator.settle();
    expect(genuine).toEqual([true, true, true]);
    expect(received.map(({ raw }) => raw)).toEqual(Array(3).fill(received[0]?.raw));
    const signatures = received.map(({ signature }) => signature);
    const times = signatures.map((signature) => Number(/^t=(\d+),v1=[\da-f]{64}$/.exec(signature)?.[1]));
    expect(times.slice(1).map((time, index) => time - Number(times[index]))).toEqual([240, 240]);
    const [delivery] = (await connectControl(emulator.controlUrl).state()).deliveries;
    expect(delivery?.state).toBe('delivered');
    expect(delivery?.attempts).toMatchObject(
      [500, 503, 200].map((status, index) => ({ status, answer: 'noted', signature: signatures[index] })),
    );
  } finally {
    vi.useRealTimers();
  }
});

test('a delivery fails after its last retry and can be redelivered on request', async () => {
  const control = connectControl(emulator.controlUrl);
  answers = [500, 500, 500];
  await visitor.book(NINE);
  await emulator.settle();
  const [failed] = (await control.state()).deliveries;
  expect(failed?.state).toBe('failed');
  const again = await control.redeliver(failed?.id ?? '');
  expect(again.state).toBe('delivered');
  expect(received).toHaveLength(4);
});

test('bookings and pending deliveries survive a restart', async () => {
  answers = [500];
  const { body } = await visitor.book(NINE);
  await restart();
  await emulator.settle();
  expect(received.at(-1)?.body.payload.email).toBe('ada@example.com');
  const [delivery] = (await connectControl(emulator.controlUrl).state()).deliveries;
  expect(delivery?.state).toBe('delivered');
  const [event] = await api.events();
  expect(event?.uri.split('/').at(-1)).toBe(body.eventUri.split('/').at(-1));
  expect((await visitor.book(NINE)).status).toBe(409);
});

test('a subscription created through the API receives only its events, until it is deleted', async () => {
  const created = await subscribe({
    // Its own URL, because the configured subscription has the other one.
    url: `${receiver.url}?own`,
    events: ['invitee.canceled'],
    signing_key: 'own-key',
  });
  expect(created.status).toBe(201);
  expect(JSON.stringify(created.body)).not.toContain('own-key');
  const first = await visitor.book(NINE);
  await api.post(`${new URL(first.body.eventUri).pathname}/cancellation`, {});
  await emulator.settle();
  const genuine = received.filter((delivery) => isGenuine(delivery, 'own-key'));
  expect(genuine.map((delivery) => delivery.body.event)).toEqual(['invitee.canceled']);
  expect((await api.delete(new URL(created.body.resource.uri).pathname)).status).toBe(204);
  const second = await visitor.book(NINE);
  await api.post(`${new URL(second.body.eventUri).pathname}/cancellation`, {});
  await emulator.settle();
  expect(received.filter((delivery) => isGenuine(delivery, 'own-key'))).toHaveLength(1);
});

// https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures
test('does not sign for a subscription without a signing key', async () => {
  expect((await subscribe({ url: `${receiver.url}?unsigned` })).status).toBe(201);
  await visitor.book(NINE);
  await emulator.settle();
  const signatures = received.map(({ signature }) => signature);
  expect(signatures.toSorted()).toEqual([expect.stringMatching(/^t=/), 'undefined']);
});

test.each([
  ['no URL', { url: undefined }],
  ['a URL that is not HTTP', { url: 'file:///etc/passwd' }],
  ['no events', { events: [] }],
  ['an unknown event', { events: ['invitee.born'] }],
  ['no scope', { scope: undefined }],
  ['no organization', { organization: undefined }],
  ['the scope user and no user', { scope: 'user' }],
])('rejects a subscription with %s', async (_case, changes) => {
  expect((await subscribe({ url: 'http://127.0.0.1/', ...changes })).status).toBe(400);
});

// https://developer.calendly.com/api-docs/ZG9jOjI3ODM2-webhooks-overview
test('keeps the scope and user of a subscription, and rejects its URL a second time and a foreign organization', async () => {
  const { uri: user, current_organization: organization } = await api.me();
  const owned = { url: 'http://127.0.0.1:9/kept', scope: 'user', user };
  const created = await subscribe(owned);
  expect(created.body.resource).toMatchObject({ scope: 'user', user, organization });
  expect((await subscribe(owned)).status).toBe(409);
  const foreign = { ...owned, url: 'http://127.0.0.1:9/other', organization: `${organization}-other` };
  expect((await subscribe(foreign)).status).toBe(403);
});

test.each(['routing_form_submission.created', 'event_type.updated', 'contact.deleted'])(
  'answers 501 to a subscription to %s, which is no event of the emulator',
  async (event) => {
    const answer = await subscribe<{ message: string }>({ events: ['invitee.created', event] });
    expect([answer.status, answer.body.message]).toEqual([
      501,
      `The emulator does not support the event ${event}.`,
    ]);
  },
);

test('deletes a subscription for a client that names a JSON body and sends none', async () => {
  const { body } = await subscribe({ url: 'http://127.0.0.1/' });
  const headers = { authorization: `Bearer ${DEFAULT_API_TOKEN}`, 'content-type': 'application/json' };
  expect((await fetch(body.resource.uri, { method: 'DELETE', headers })).status).toBe(204);
  expect((await fetch(body.resource.uri, { headers })).status).toBe(404);
});

test('answers 501 to the scope group', async () => {
  const { current_organization: organization } = await api.me();
  const owner = { organization, scope: 'group', group: 'https://api.calendly.com/groups/1' };
  expect((await subscribe(owner)).status).toBe(501);
  expect((await api.get(`/webhook_subscriptions?${new URLSearchParams(owner)}`)).status).toBe(501);
});

test('lists the subscriptions of a scope, and rejects a list without an owner', async () => {
  const { uri: user, current_organization: organization } = await api.me();
  for (const scope of ['organization', 'user'])
    expect((await subscribe({ url: `http://127.0.0.1:9/${scope}`, scope, user })).status).toBe(201);
  const list = async (query: Record<string, string>) => {
    const path = `/webhook_subscriptions?${new URLSearchParams(query)}`;
    const { status, body } = await api.get<Collection<{ callback_url: string }>>(path);
    return status === 200 ? body.collection.map(({ callback_url: url }) => new URL(url).pathname) : status;
  };
  expect(await list({ organization, scope: 'organization' })).toEqual(['/', '/organization']);
  expect(await list({ organization, scope: 'user', user })).toEqual(['/user']);
  expect(await list({ organization, scope: 'organization', sort: 'created_at:desc' })).toEqual([
    '/organization',
    '/',
  ]);
  expect(await list({ organization, scope: 'organization', sort: 'url:asc' })).toBe(400);
  expect(await list({ organization, scope: 'user' })).toBe(400);
  expect(await list({ organization })).toBe(400);
  expect(await list({ scope: 'organization' })).toBe(400);
  expect(await list({ organization: `${organization}-other`, scope: 'organization' })).toBe(403);
});

// https://developer.calendly.com/docs/webhooks/overview
test('deletes a subscription at once when its endpoint answers 410, and delivers nothing more to it', async () => {
  await restart({ webhookEndpoints: [] });
  const created = await subscribe({});
  const { pathname } = new URL(created.body.resource.uri);
  answers = [410];
  await visitor.book(NINE);
  await emulator.settle();
  expect((await api.get(pathname)).status).toBe(404);
  await visitor.book(TEN);
  await emulator.settle();
  expect(received).toHaveLength(1);
  const { deliveries } = await connectControl(emulator.controlUrl).state();
  expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([['failed', 1]]);
  expect((await subscribe({})).status).toBe(201);
});

test('fails the other deliveries of a subscription whose endpoint is gone', async () => {
  answers = [500, 410];
  await visitor.book(NINE);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await visitor.book(TEN);
  // `settle` would send both at once, and one under way may still be accepted.
  await vi.waitFor(async () => {
    const { deliveries, subscriptions } = await connectControl(emulator.controlUrl).state();
    expect(deliveries.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(subscriptions).toEqual([]);
  });
  expect(received).toHaveLength(2);
  await emulator.reset();
  expect((await connectControl(emulator.controlUrl).state()).subscriptions).toHaveLength(1);
});

test.each([
  ['disables a subscription when the retries of a delivery run out', [500, 500, 500], 'disabled', 3],
  ['keeps a subscription that takes another delivery meanwhile', [500, 500, 200, 500], 'active', 5],
] as const)('%s', async (_name, statuses, state, deliveries) => {
  await restart({ webhookEndpoints: [], retryDelaysMs: [1, 60_000] });
  const created = await subscribe({});
  const { pathname } = new URL(created.body.resource.uri);
  const read = async () => (await api.get<Subscription>(pathname)).body.resource;
  expect(await read()).toMatchObject({ state: 'active', retry_started_at: null });
  answers = [...statuses];
  await visitor.book(NINE);
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(await read()).toMatchObject({ state: 'active', retry_started_at: expect.any(String) });
  if (state === 'active') {
    await visitor.book(TEN);
    await vi.waitFor(() => expect(received).toHaveLength(3));
  }
  await emulator.settle();
  expect((await read()).state).toBe(state);
  await visitor.book(ELEVEN);
  await emulator.settle();
  expect(received).toHaveLength(deliveries);
  expect((await subscribe({})).status).toBe(409);
});
