import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { startEmulators } from '@outharbor/emulators';
import { DEFAULT_API_TOKEN, startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startLocalServer } from '../support/local-server.ts';
import { type Collection, SchedulingClient } from '../support/scheduling/scheduling-client.ts';
import { createStripeClient } from '../support/stripe/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the emulators of the first release left on disk, without most of Stripe's events. */
const FIRST_RELEASE = fileURLToPath(new URL('../support/first-release', import.meta.url));

let dataDir: string;
beforeEach(async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.close());
  dataDir = folder.path;
  await cp(FIRST_RELEASE, dataDir, { recursive: true });
  vi.useFakeTimers({ now: new Date('2026-11-27T08:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

it('opens the databases of the first release, with priorities', async () => {
  const emulator = await startDatabaseEmulator({ dataDir });
  onTestFinished(() => emulator.close());
  const response = await fetch(`${emulator.url}/.json?ns=demo&format=export`);
  expect(await response.json()).toEqual({
    billing: { ada: { planType: 'pro', revision: 3 } },
    notes: {
      first: { '.value': 'é👋', '.priority': 1 },
      second: { '.value': 2.5, '.priority': 'b' },
      list: { 0: true, 1: false },
      large: 12_345_678_901_234_567_000,
    },
    users: {
      ada: {
        uid: 'ada',
        email: 'ada@example.com',
        userName: 'Ada Okafor',
        subscription: { planType: 'pro', sessionId: 'cs_test_1' },
      },
    },
  });
});

it('opens the Stripe account of the first release, where subscriptions renew and end as planned', async () => {
  const emulator = await startStripeEmulator({ dataDir });
  onTestFinished(() => emulator.close());
  const stripe = createStripeClient(emulator);
  const subscriptions = () => stripe.subscriptions.list({ status: 'all' });
  const statuses = async () =>
    (await subscriptions()).data.map(({ metadata, status }) => [metadata.uid, status]);
  const [bob, ada] = (await subscriptions()).data;
  const invoices = () => stripe.invoices.list({ subscription: ada?.id ?? '' });
  const paid = (await invoices()).data.length;
  expect(bob?.cancel_at_period_end).toBe(true);
  expect(ada?.items.data).toMatchObject([{ quantity: 2, price: { currency: 'eur', unit_amount: 900 } }]);
  const events = await stripe.events.list({ type: 'checkout.session.completed' });
  expect(events.data).toMatchObject([{ data: { object: { client_reference_id: 'ada' } } }]);
  await emulator.advanceTime({ days: 32 });
  expect(await statuses()).toEqual([
    ['bob', 'canceled'],
    ['ada', 'active'],
  ]);
  const { data } = await invoices();
  expect(data.map(({ status, total }) => [status, total])).toEqual(Array(paid + 1).fill(['paid', 1800]));
  const sessions = await stripe.checkout.sessions.list();
  expect(sessions.data.map(({ status, client_reference_id: uid }) => [uid, status])).toEqual([
    ['bob', 'complete'],
    ['ada', 'complete'],
  ]);
});

it('opens the bookings of the first release, and delivers what it had not', async () => {
  const delivered: string[] = [];
  const receiver = await startLocalServer(
    createServer(async (request, response) => {
      const chunks: Buffer[] = await request.toArray();
      delivered.push(JSON.parse(Buffer.concat(chunks).toString()).event);
      response.end();
    }),
  );
  onTestFinished(() => receiver.close());
  const file = join(dataDir, 'scheduling.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('http://127.0.0.1:9/', `${receiver.url}/`));
  const emulator = await startSchedulingEmulator({ dataDir, publicUrl: 'http://localhost:8080' });
  onTestFinished(() => emulator.close());
  const api = new SchedulingClient(emulator.url, DEFAULT_API_TOKEN);
  const [former, moved] = await api.events();
  expect([former?.status, moved?.status]).toEqual(['canceled', 'active']);
  const [invitee] = await api.invitees(moved?.uri ?? '');
  expect(invitee).toMatchObject({
    email: 'ada@example.com',
    old_invitee: expect.stringContaining(`${former?.uri}/`),
  });
  const { current_organization } = await api.me();
  const query = new URLSearchParams({ scope: 'organization', organization: current_organization });
  const { body } = await api.get<Collection<object>>(`/webhook_subscriptions?${query}`);
  expect(body.collection).toMatchObject([{ callback_url: `${receiver.url}/bookings`, state: 'active' }]);
  await emulator.settle();
  expect(delivered.toSorted()).toEqual(['invitee.canceled', 'invitee.created', 'invitee.created']);
});

it('loads a file of saved state of the first release, whose people sign in and renew', async () => {
  const file: unknown = JSON.parse(await readFile(join(FIRST_RELEASE, 'saved-state.json'), 'utf8'));
  const emulators = await startEmulators({ services: ['stripe', 'identity'] });
  onTestFinished(() => emulators.close());
  const { stripe: account, identity } = emulators;
  if (account === undefined || identity === undefined) throw new Error('A service did not start');
  await emulators.loadState(file);
  const signedIn = await fetch(
    `${identity.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    { method: 'POST', body: JSON.stringify({ email: 'person-0@example.com', password: 'emulated' }) },
  );
  expect(signedIn.status).toBe(200);
  const stripe = createStripeClient(account);
  const [subscription] = (await stripe.subscriptions.list()).data;
  expect(subscription?.status).toBe('active');
  await account.advanceTime({ months: 1 });
  const invoices = await stripe.invoices.list({ subscription: subscription?.id ?? '' });
  expect(invoices.data.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_cycle',
    'subscription_create',
  ]);
});
