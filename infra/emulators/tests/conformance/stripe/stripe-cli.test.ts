import { type IncomingMessage, request } from 'node:http';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { lineItem } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { onboard } from '../../support/stripe/onboard.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld({ apiVersion: '2024-06-20' });
const { emulator, stripe } = world;
const api = rawApi(world);

interface Message {
  readonly type: string;
  readonly endpoint?: { readonly api_version: string | null };
  readonly event_payload: string;
  readonly http_headers: Readonly<Record<string, string>>;
  readonly payload: string;
  readonly webhook_id?: string;
  readonly destination_id?: string;
}

const session = (params: object) =>
  api.post('stripecli/sessions', { device_name: 'laptop', websocket_features: ['webhooks'], ...params });

const contentOf = ({ event_payload, payload }: Message) => JSON.parse(event_payload ?? payload);

/** Connects as the program does, and acknowledges what comes unless told otherwise. */
async function connect(params: object = {}, { acknowledges = true } = {}) {
  const { body } = await session(params);
  const socket = new WebSocket(`${body.websocket_url}?websocket_feature=x`, ['stripecli-devproxy-v1'], {
    headers: { 'websocket-id': String(body.websocket_id) },
  });
  const messages: Message[] = [];
  socket.on('message', (data) => {
    const message: Message = JSON.parse(String(data));
    messages.push(message);
    const webhook_id = message.webhook_id ?? message.destination_id;
    if (acknowledges)
      socket.send(JSON.stringify({ type: 'event_ack', event_id: contentOf(message).id, webhook_id }));
  });
  onTestFinished(() => socket.terminate());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  expect(socket.protocol).toBe('stripecli-devproxy-v1');
  const close = () => new Promise((resolve) => socket.once('close', resolve).close());
  return { messages, secret: String(body.secret), close };
}

describe('a session of the Stripe CLI', () => {
  it('has one secret for all sessions of an account', async () => {
    const [one, other] = [await session({}), await session({ forward_to_url: 'http://localhost:1/hook' })];
    expect(one.body).toMatchObject({
      default_version: '2024-06-20',
      secret: expect.stringMatching(/^whsec_[\da-f]{64}$/),
      websocket_authorized_feature: 'webhooks',
    });
    expect(other.body.secret).toBe(one.body.secret);
    expect(other.body.websocket_id).not.toBe(one.body.websocket_id);
  });

  it.each([{ websocket_features: ['video'] }, { filters: '{' }])('is refused with %j', async (params) => {
    await expectError(session(params), 400, { param: Object.keys(params)[0] });
  });

  it('is needed for a socket', async () => {
    const socket = new WebSocket(`${emulator.url.replace('http', 'ws')}/subscribe/x`, {
      headers: { 'websocket-id': 'x' },
    });
    const [answer] = await new Promise<readonly IncomingMessage[]>((resolve) =>
      socket.once('unexpected-response', (_, response) => resolve([response])),
    );
    expect(answer?.statusCode).toBe(401);
    socket.on('error', () => undefined).terminate();
  });

  it('leaves the API to clients that offer another protocol', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c', authorization: `Bearer ${emulator.secretKey}` };
    const status = await new Promise((resolve, reject) =>
      request(`${emulator.url}/v1/balance`, { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(200);
  });
});

describe('stripe listen', () => {
  it('gets signed events in the default and the newest version, and thin ones', async () => {
    const { messages, secret } = await connect({ websocket_features: ['webhooks', 'v2_events'] });
    const { id } = await stripe.customers.create();
    await emulator.settle();
    expect(messages.map(({ type, endpoint }) => endpoint?.api_version ?? type).toSorted()).toEqual([
      expect.stringMatching(/^20/),
      'v2_event',
      'webhook_event',
    ]);
    for (const { event_payload, payload, http_headers } of messages) {
      const signature = String(http_headers['stripe-signature']);
      const event = Stripe.webhooks.signature?.verifyHeader(event_payload ?? payload, signature, secret);
      expect(event).toBe(true);
    }
    const thin = messages.find(({ type }) => type === 'v2_event');
    expect(thin && contentOf(thin)).toMatchObject({
      object: 'v2.core.event',
      type: 'v1.customer.created',
      related_object: { id, type: 'customer', url: `/v1/customers/${id}` },
    });
  });

  it('gets the events of connected accounts', async () => {
    const account = await onboard(world);
    const { messages } = await connect({ websocket_features: ['webhooks', 'v2_events'] });
    await stripe.customers.create({}, { stripeAccount: account });
    await emulator.settle();
    const contents = messages.map(contentOf);
    expect(contents.map((event) => event.account ?? event.context)).toEqual([account, account, account]);
  });

  it('is a receiver until its socket closes', async () => {
    const { messages, close } = await connect({}, { acknowledges: false });
    await stripe.customers.create();
    await expect.poll(() => messages.length).toBe(2);
    const pending = async () => (await stripe.events.list({ limit: 1 })).data[0]?.pending_webhooks;
    expect(await pending()).toBe(2);
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
    await close();
    await expect.poll(pending).toBe(0);
    await expect.poll(() => emulator.deliveries()).toEqual([]);
    await emulator.settle();
  });

  it('keeps on through a reset', async () => {
    const { messages } = await connect();
    await emulator.reset();
    await stripe.customers.create();
    await emulator.settle();
    expect(messages).toHaveLength(2);
  });
});

describe('stripe events resend', () => {
  it('sends an event again, also to a program that missed it', async () => {
    await stripe.customers.create();
    const [event] = (await stripe.events.list()).data;
    const { messages } = await connect();
    const path = `events/${event?.id}/retry`;
    expect(await api.post(path, { for_stripecli: true })).toMatchObject({
      status: 200,
      body: { id: event?.id },
    });
    await emulator.settle();
    expect(messages.map((message) => contentOf(message).id)).toEqual([event?.id]);
    await expectError(api.post(path, { webhook_endpoint: 'we_unknown' }), 400, { code: 'resource_missing' });
    await expectError(api.post(path), 400, { param: 'webhook_endpoint' });
    await expectError(api.post(path, { account: 'acct_x' }), 400, { param: 'account' });
  });
});

describe('stripe logs tail', () => {
  const request_logs = { websocket_features: ['request_logs'] };
  const ok = 'GET /v1/balance 200';
  const failed = 'POST /v1/customers 400';

  it.each([
    { filters: {}, shown: [ok, failed] },
    { filters: { filter_http_method: ['get'] }, shown: [ok] },
    { filters: { filter_request_path: ['/v1/customers'] }, shown: [failed] },
    { filters: { filter_request_status: ['FAILED'] }, shown: [failed] },
    { filters: { filter_status_code: ['200', '404'] }, shown: [ok] },
    { filters: { filter_status_code_type: ['400'] }, shown: [failed] },
    { filters: { filter_source: ['dashboard'] }, shown: [] },
    { filters: { filter_account: ['connect_out'] }, shown: [] },
    { filters: { filter_ip_address: ['127.0.0.1'], filter_status_code_type: ['200'] }, shown: [ok] },
  ])('shows the requests of $filters', async ({ filters, shown }) => {
    const { messages } = await connect({ ...request_logs, filters: JSON.stringify(filters) });
    const everything = await connect(request_logs);
    await api.get('balance');
    await api.post('customers', { unknown: 1 });
    await expect.poll(() => everything.messages.length).toBe(2);
    const lines = messages.map(contentOf).map(({ method, url, status }) => `${method} ${url} ${status}`);
    // The program leaves out its own calls.
    expect(lines.filter((line) => !line.includes('stripecli'))).toEqual(shown);
    expect(contentOf(everything.messages[1] as Message).error).toMatchObject({ code: 'parameter_unknown' });
  });
});

describe('stripe trigger', () => {
  const page = (params: object) => ({
    mode: 'payment',
    success_url: 'https://example.com',
    line_items: [lineItem(1500, 'x', 2, 'eur')],
    ...params,
  });
  const visa = { type: 'card', card: { token: 'tok_visa' } };
  const account = (iban: string) => ({
    type: 'sepa_debit',
    sepa_debit: { iban },
    billing_details: { email: 'ada@example.com', name: 'Ada' },
  });
  const bySepa = { payment_method_types: ['sepa_debit'] };

  it.each([
    { method: visa, types: {}, status: 'paid', event: 'checkout.session.completed' },
    {
      method: account('AT611904300234573201'),
      types: bySepa,
      status: 'paid',
      event: 'checkout.session.async_payment_succeeded',
    },
    {
      method: account('IT60X0542811101000000123456'),
      types: bySepa,
      status: 'unpaid',
      event: 'checkout.session.async_payment_failed',
    },
  ])('confirms a payment page: $event', async ({ method, types, status, event }) => {
    const { body: session } = await api.post('checkout/sessions', page(types));
    const path = `payment_pages/${session.id}`;
    expect(await api.get(path)).toMatchObject({ body: { amount_total: 3000, status: 'open' } });
    const { body: made } = await api.post('payment_methods', method);
    const confirm = (params: object) => api.post(`${path}/confirm`, { payment_method: made.id, ...params });
    await expectError(confirm({ expected_amount: 1 }), 400, { param: 'expected_amount' });
    const other = await api.post('payment_methods', method === visa ? account('AT611904300234573201') : visa);
    if (method !== visa)
      await expectError(confirm({ payment_method: other.body.id }), 400, { param: 'payment_method' });
    expect(await confirm({ expected_amount: 3000 })).toMatchObject({
      status: 200,
      body: { status: 'complete' },
    });
    await emulator.advanceTime({ minutes: 1 });
    const paid = await stripe.checkout.sessions.retrieve(String(session.id));
    expect(paid).toMatchObject({ status: 'complete', payment_status: status });
    const events = await stripe.events.list({ type: event });
    expect(events.data).toMatchObject([{ data: { object: { id: session.id } } }]);
  });

  it('does not confirm a page with a card that is declined', async () => {
    const { body: session } = await api.post('checkout/sessions', page({}));
    const declined = { payment_method: 'pm_card_chargeDeclined' };
    await expectError(api.post(`payment_pages/${session.id}/confirm`, declined), 402, {
      code: 'card_declined',
    });
  });

  it('does not confirm a page before the visitor has chosen the amount', async () => {
    const chosen = { currency: 'usd', product_data: { name: 'Tea' }, custom_unit_amount: { enabled: true } };
    const { id: price } = await stripe.prices.create(chosen);
    const { body } = await api.post('checkout/sessions', {
      ...page({}),
      line_items: [{ price, quantity: 1 }],
    });
    const confirmed = api.post(`payment_pages/${body.id}/confirm`, { payment_method: 'pm_card_visa' });
    await expectError(confirmed, 400, { message: /not chosen the amount/ });
  });

  it('closes an inquiry, and has money that is available at once', async () => {
    const paid = await payByCard(stripe, 2000, { payment_method: 'pm_card_createDisputeInquiry' });
    const [inquiry] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(await stripe.disputes.close(String(inquiry?.id))).toMatchObject({ status: 'warning_closed' });
    await payByCard(stripe, 2000, { payment_method: 'pm_card_bypassPending' });
    expect((await stripe.events.list({ type: 'balance.available' })).data).toHaveLength(1);
    expect((await stripe.payouts.create({ amount: 1100, currency: 'usd' })).status).toBe('pending');
  });

  it('is told that calls of the second version are not supported, also in JSON', async () => {
    const answer = await fetch(`${emulator.url}/v2/billing/meter_event_session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.secretKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(501);
    expect(await answer.text()).toContain('POST /v2/billing/meter_event_session');
  });
});
