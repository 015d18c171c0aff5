import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator';
import { connectNamespace, namespaceToken } from '@outharbor/scheduling-emulator/control-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiClient } from './api-client.ts';
import { Visitor } from './visitor.ts';

const TEN = '2026-11-23T15:00:00.000Z';

let emulator: SchedulingEmulator;
beforeEach(async () => {
  emulator = await startSchedulingEmulator({ now: () => new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => emulator.close());

const controlOf = (name: string) => connectNamespace(emulator.controlUrl, name);
const apiOf = (name: string) => new ApiClient(emulator.url, namespaceToken(DEFAULT_API_TOKEN, name));
const pagesOf = (name: string) => `/emulated/scheduling/ns/${name}`;
const visitorOf = (name: string) => new Visitor(emulator.url, pagesOf(name));

test('a slot booked in one namespace stays open in others and in the default account', async () => {
  for (const name of ['a', 'b']) await controlOf(name).health();
  const answers = [visitorOf('a'), visitorOf('b'), new Visitor(emulator.url)].map((visitor) =>
    visitor.book(TEN),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await visitorOf('a').book(TEN)).status).toBe(409);
  expect(await apiOf('a').events()).toHaveLength(1);
});

test('a namespace starts on first use of its token, and its links stay inside it', async () => {
  expect((await fetch(`${emulator.url}${pagesOf('first')}/example/intro-call`)).status).toBe(404);
  expect(await apiOf('first').events()).toEqual([]);
  const { eventTypeUrl } = await controlOf('first').state();
  expect(eventTypeUrl).toBe(`${emulator.url}${pagesOf('first')}/example/intro-call`);
  const page = await (await fetch(eventTypeUrl)).text();
  const links = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter((link) => !link.startsWith(`${pagesOf('first')}/`))).toEqual([]);
  for (const link of links) expect((await fetch(new URL(link, emulator.url))).status).toBe(200);
  const { body } = await visitorOf('first').book(TEN);
  const canceling = await fetch(body.cancelUrl);
  expect([canceling.status, body.cancelUrl.includes(pagesOf('first'))]).toEqual([200, true]);
  const elsewhere = body.cancelUrl.replace(pagesOf('first'), '/emulated/scheduling');
  expect((await fetch(elsewhere)).status).toBe(404);
});

test('a namespace has its own clock, faults and reset', async () => {
  const control = controlOf('a');
  await control.advanceTime({ days: 1 });
  await control.addFault({ target: 'bookings', mode: 'fail' });
  expect((await visitorOf('a').book(TEN)).status).toBe(500);
  await controlOf('b').health();
  expect((await visitorOf('b').book(TEN)).status).toBe(201);
  expect((await controlOf('b').clock()).offsetMs).toBe(0);
  await control.reset();
  await emulator.reset();
  expect((await visitorOf('a').book(TEN)).status).toBe(201);
  expect((await controlOf('b').state()).bookings).toHaveLength(1);
});

test('a namespace uses the public URL of the emulator, and is empty after it is closed', async () => {
  emulator.configure({ publicUrl: 'http://localhost:8080' });
  const { eventTypeUrl } = await controlOf('a').configure({});
  expect(eventTypeUrl).toBe(`http://localhost:8080${pagesOf('a')}/example/intro-call`);
  await visitorOf('a').book(TEN);
  await controlOf('a').close();
  expect((await fetch(`${emulator.url}${pagesOf('a')}/example/intro-call`)).status).toBe(404);
  expect((await controlOf('a').state()).bookings).toEqual([]);
});

test.each(['wrong_ns_a', `${DEFAULT_API_TOKEN}_ns_`, `${DEFAULT_API_TOKEN}_ns_a-b`])(
  'the token %s opens no namespace',
  async (token) => {
    expect((await new ApiClient(emulator.url, token).get('/users/me')).status).toBe(401);
    expect((await fetch(`${emulator.url}${pagesOf('a')}/example/intro-call`)).status).toBe(404);
  },
);

test.each(['a-b', 'x'.repeat(65)])('rejects the name %s', async (name) => {
  expect(() => controlOf(name)).toThrow(/letters, digits and underscores/);
  for (const [method, path] of [
    ['GET', `${name}/state`],
    ['DELETE', name],
  ] as const) {
    const answer = await fetch(`${emulator.controlUrl}/_emulator/ns/${path}`, { method });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('letters, digits')]);
  }
});

test('the control routes of a namespace reject browsers', async () => {
  const headers = { origin: 'http://localhost:8080' };
  for (const [method, path] of [
    ['GET', 'ns/a/state'],
    ['DELETE', 'ns/a'],
  ] as const) {
    expect((await fetch(`${emulator.controlUrl}/_emulator/${path}`, { method, headers })).status).toBe(403);
  }
});
