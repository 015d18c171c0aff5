import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator';
import { connectNamespace, namespaceToken } from '@outharbor/scheduling-emulator/control-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SchedulingClient } from '../../support/scheduling/scheduling-client.ts';
import { Visitor } from '../../support/scheduling/visitor.ts';

const TEN = '2026-11-23T15:00:00.000Z';

let emulator: SchedulingEmulator;
beforeEach(async () => {
  emulator = await startSchedulingEmulator({ now: () => new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => emulator.close());

const connectControl = (name: string) => connectNamespace(emulator.controlUrl, name);
const connectApi = (name: string) =>
  new SchedulingClient(emulator.url, namespaceToken(DEFAULT_API_TOKEN, name));
const pagesPath = (name: string) => `/emulated/scheduling/ns/${name}`;
const createVisitor = (name: string) => new Visitor(emulator.url, pagesPath(name));

test('a slot booked in one namespace stays open in others and in the default account', async () => {
  for (const name of ['a', 'b']) await connectControl(name).health();
  const answers = [createVisitor('a'), createVisitor('b'), new Visitor(emulator.url)].map((visitor) =>
    visitor.book(TEN),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await createVisitor('a').book(TEN)).status).toBe(409);
  expect(await connectApi('a').events()).toHaveLength(1);
});

test('a namespace starts on first use of its token, and its links stay inside it', async () => {
  expect((await fetch(`${emulator.url}${pagesPath('first')}/example/intro-call`)).status).toBe(404);
  expect(await connectApi('first').events()).toEqual([]);
  const { eventTypeUrl } = await connectControl('first').state();
  expect(eventTypeUrl).toBe(`${emulator.url}${pagesPath('first')}/example/intro-call`);
  const page = await (await fetch(eventTypeUrl)).text();
  const links = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter((link) => !link.startsWith(`${pagesPath('first')}/`))).toEqual([]);
  for (const link of links) expect((await fetch(new URL(link, emulator.url))).status).toBe(200);
  const { body } = await createVisitor('first').book(TEN);
  const canceling = await fetch(body.cancelUrl);
  expect([canceling.status, body.cancelUrl.includes(pagesPath('first'))]).toEqual([200, true]);
  const elsewhere = body.cancelUrl.replace(pagesPath('first'), '/emulated/scheduling');
  expect((await fetch(elsewhere)).status).toBe(404);
});

test('a namespace has its own clock, faults and reset', async () => {
  const control = connectControl('a');
  await control.advanceTime({ days: 1 });
  await control.addFault({ target: 'bookings', mode: 'fail' });
  expect((await createVisitor('a').book(TEN)).status).toBe(500);
  await connectControl('b').health();
  expect((await createVisitor('b').book(TEN)).status).toBe(201);
  expect((await connectControl('b').clock()).offsetMs).toBe(0);
  await control.reset();
  await emulator.reset();
  expect((await createVisitor('a').book(TEN)).status).toBe(201);
  expect((await connectControl('b').state()).bookings).toHaveLength(1);
});

test('a namespace uses the public URL of the emulator, and is empty after it is closed', async () => {
  emulator.configure({ publicUrl: 'http://localhost:8080' });
  const { eventTypeUrl } = await connectControl('a').configure({});
  expect(eventTypeUrl).toBe(`http://localhost:8080${pagesPath('a')}/example/intro-call`);
  await createVisitor('a').book(TEN);
  await connectControl('a').close();
  expect((await fetch(`${emulator.url}${pagesPath('a')}/example/intro-call`)).status).toBe(404);
  expect((await connectControl('a').state()).bookings).toEqual([]);
});

test.each(['wrong_ns_a', `${DEFAULT_API_TOKEN}_ns_`, `${DEFAULT_API_TOKEN}_ns_a-b`])(
  'the token %s opens no namespace',
  async (token) => {
    expect((await new SchedulingClient(emulator.url, token).get('/users/me')).status).toBe(401);
    expect((await fetch(`${emulator.url}${pagesPath('a')}/example/intro-call`)).status).toBe(404);
  },
);
