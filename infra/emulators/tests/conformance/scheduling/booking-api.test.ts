import { randomUUID } from 'node:crypto';
import { type EmulatorContext, emulatorFixtures } from '@outharbor/emulators/fixtures';
import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator';
import { connectControl } from '@outharbor/scheduling-emulator/control-client';
import { test as base, expect } from 'vitest';
import {
  type Collection,
  type ScheduledEvent,
  SchedulingClient,
} from '../../support/scheduling/scheduling-client.ts';
import { bookingBody, Visitor } from '../../support/scheduling/visitor.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MONDAY = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' };
const TEN = '2026-11-23T15:00:00.000Z';

const test = base
  .extend<EmulatorContext<SchedulingEmulator>>(
    emulatorFixtures(() => startSchedulingEmulator({ now: () => NOW })),
  )
  .extend<{ visitor: Visitor; api: SchedulingClient }>({
    visitor: ({ emulators }, use) => use(new Visitor(emulators.url)),
    api: ({ emulators }, use) => use(new SchedulingClient(emulators.url, DEFAULT_API_TOKEN)),
  });

test('accepts one of fifty concurrent requests for a slot and rejects the others with 409', async ({
  visitor,
  api,
}) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => visitor.book(TEN, { email: `v${n}@example.com` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const rejected = answers.filter(({ status }) => status === 409);
  expect(rejected).toHaveLength(49);
  for (const { body } of rejected) expect(body.error?.code).toBe('slot_taken');
  expect(await api.events()).toHaveLength(1);
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).not.toContain(TEN);
});

test('a request sent twice creates one booking', async ({ visitor, api }) => {
  const requestId = randomUUID();
  const [first, second] = await Promise.all([
    visitor.book(TEN, { requestId }),
    visitor.book(TEN, { requestId }),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.inviteeUri).toBe(first.body.inviteeUri);
  expect(await api.events()).toHaveLength(1);
});

test('lists events and invitees in the shape of the public API', async ({ visitor, api }) => {
  const { body } = await visitor.book(TEN, {
    guests: ['guest@example.com'],
    answers: { a1: 'More meetings' },
    tracking: { ...(bookingBody(TEN) as { tracking: object }).tracking, utm_source: 'newsletter' },
  });
  const [event] = await api.events();
  expect(event).toMatchObject({
    uri: body.eventUri,
    name: 'Intro Call',
    status: 'active',
    // With microseconds, as at Calendly.
    start_time: '2026-11-23T15:00:00.000000Z',
    end_time: '2026-11-23T15:30:00.000000Z',
    invitees_counter: { total: 1, active: 1, limit: 1 },
    event_guests: [{ email: 'guest@example.com' }],
  });
  expect(event).not.toHaveProperty('cancellation');
  const [invitee] = await api.invitees(body.eventUri);
  expect(invitee).toMatchObject({
    uri: body.inviteeUri,
    event: body.eventUri,
    email: 'ada@example.com',
    timezone: 'Europe/Berlin',
    questions_and_answers: [{ answer: 'More meetings', position: 0 }],
    tracking: { utm_source: 'newsletter', utm_term: null },
    cancel_url: body.cancelUrl,
    reschedule_url: body.rescheduleUrl,
  });
  const single = await api.get<{ resource: unknown }>(new URL(body.inviteeUri).pathname);
  expect(single.body.resource).toEqual(invitee);
});

test('pages through a list in order, with each event once', async ({ visitor, api }) => {
  const times = (await visitor.openTimes(MONDAY.from, MONDAY.to)).slice(0, 5);
  for (const time of times.toReversed()) await visitor.book(time);
  const { uri } = await api.me();
  const seen: string[] = [];
  let next: string | null = `/scheduled_events?user=${encodeURIComponent(uri)}&count=2`;
  while (next !== null) {
    const { body }: { body: Collection<ScheduledEvent> } = await api.get(next);
    seen.push(...body.collection.map((event) => new Date(event.start_time).toISOString()));
    next = body.pagination.next_page;
  }
  expect(seen).toEqual(times);
});

test('filters by status, invitee and time', async ({ visitor, api }) => {
  const [one = '', two = ''] = await visitor.openTimes(MONDAY.from, MONDAY.to);
  const first = await visitor.book(one, { email: 'first@example.com' });
  await visitor.book(two, { email: 'second@example.com' });
  await api.post(`${new URL(first.body.eventUri).pathname}/cancellation`, { reason: 'Holiday' });
  const starts = (filter: Record<string, string>) => api.starts(filter);
  expect(await starts({ status: 'active' })).toEqual([two]);
  expect(await starts({ status: 'canceled' })).toEqual([one]);
  expect(await starts({ invitee_email: 'SECOND@example.com' })).toEqual([two]);
  expect(await starts({ min_start_time: two })).toEqual([two]);
  expect(await starts({ max_start_time: one })).toEqual([one]);
  expect(await starts({ sort: 'start_time:desc' })).toEqual([two, one]);
});

test('the host can cancel once, which reopens the slot', async ({ visitor, api }) => {
  const { body } = await visitor.book(TEN);
  const path = `${new URL(body.eventUri).pathname}/cancellation`;
  const canceled = await api.post(path, { reason: 'Holiday' });
  expect(canceled).toMatchObject({
    status: 201,
    body: { resource: { canceler_type: 'host', reason: 'Holiday' } },
  });
  expect((await api.post(path, {})).status).toBe(403);
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).toContain(TEN);
  expect((await api.invitees(body.eventUri))[0]?.status).toBe('canceled');
  const { body: another } = await visitor.book(TEN);
  expect(await api.post(`${new URL(another.eventUri).pathname}/cancellation`, {})).toMatchObject({
    body: { resource: { reason: null } },
  });
});

test('rescheduling frees the old slot and links the two bookings', async ({ visitor, api }) => {
  const nine = '2026-11-23T14:00:00.000Z';
  const old = await visitor.book(nine);
  const oldId = old.body.inviteeUri.split('/').at(-1);
  const moved = await visitor.book(TEN, { reschedules: oldId });
  expect(moved.status).toBe(201);
  const [before] = await api.invitees(old.body.eventUri);
  const [after] = await api.invitees(moved.body.eventUri);
  expect(before).toMatchObject({ status: 'canceled', rescheduled: true, new_invitee: moved.body.inviteeUri });
  expect(after).toMatchObject({ status: 'active', rescheduled: false, old_invitee: old.body.inviteeUri });
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).toContain(nine);
  expect((await visitor.book('2026-11-23T16:00:00Z', { reschedules: oldId })).status).toBe(409);
});

test.for<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['no email', { email: 'nobody' }, 'email'],
  ['an invalid guest', { guests: ['x'] }, 'guests'],
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
])('rejects %s, names the field and books nothing', async ([_case, changes, field], { visitor, api }) => {
  const { status, body } = await visitor.book(TEN, changes);
  expect(status).toBe(400);
  expect(body.error?.fields).toHaveProperty(field);
  expect(await api.events()).toEqual([]);
});

test.for<[string, string]>([
  ['a Sunday', '2026-11-22T15:00:00Z'],
  ['a time between slots', '2026-11-23T15:10:00Z'],
  ['a time in the past', '2026-11-19T15:00:00Z'],
  ['a time a year ahead', '2027-11-22T15:00:00Z'],
])('rejects a booking for %s with 409', async ([_case, start], { visitor }) => {
  const { status, body } = await visitor.book(start);
  expect([status, body.error?.code]).toEqual([409, 'slot_unavailable']);
});

test.for<[string, object]>([
  ['an extra field', { admin: true }],
  ['a numeric name', { name: 7 }],
  ['a malformed start time', { start: 'soon' }],
  ['an answer to an unknown question', { answers: { b1: 'x' } }],
])('rejects %s with 400', async ([_case, changes], { visitor, api }) => {
  expect((await visitor.book(TEN, changes)).status).toBe(400);
  expect(await api.events()).toEqual([]);
});

test('the API requires its token and serves only its own account', async ({ emulators, api }) => {
  const stranger = new SchedulingClient(emulators.url, 'wrong');
  expect(await stranger.get('/users/me')).toMatchObject({ status: 401, body: { title: 'Unauthenticated' } });
  expect(await api.get('/scheduled_events')).toMatchObject({
    status: 400,
    body: { title: 'Invalid Argument' },
  });
  expect((await api.get('/scheduled_events?user=https://else.example/users/1')).status).toBe(403);
  expect(await api.get(`/scheduled_events/${randomUUID()}`)).toMatchObject({
    status: 404,
    body: { title: 'Resource Not Found' },
  });
  const { uri } = await api.me();
  expect((await api.get(`/scheduled_events?user=${uri}&count=0`)).status).toBe(400);
  expect((await api.get(`/scheduled_events?user=${uri}&page_token=x`)).status).toBe(400);
  expect((await api.get(`/scheduled_events?user=${uri}&status=maybe`)).status).toBe(400);
});

test('unsupported endpoints answer 501 and name themselves', async ({ api }) => {
  const answer = await api.get<{ message: string }>('/routing_form_submissions?organization=x');
  expect(answer.status).toBe(501);
  expect(answer.body.message).toContain('GET /routing_form_submissions');
});

test('the API rejects requests from the public front door', async ({ emulators }) => {
  const response = await fetch(`${emulators.url}/users/me`, {
    headers: { authorization: `Bearer ${DEFAULT_API_TOKEN}`, 'x-emulator-public': '1' },
  });
  expect(response.status).toBe(403);
});

test('the public API returns the same open times as the widget', async ({ visitor, api }) => {
  const { uri: user } = await api.me();
  const { body } = await api.get<Collection<{ uri: string; scheduling_url: string }>>(
    `/event_types?user=${user}`,
  );
  const [eventType] = body.collection;
  const query = new URLSearchParams({
    event_type: eventType?.uri ?? '',
    start_time: MONDAY.from,
    end_time: MONDAY.to,
  });
  const open = await api.get<Collection<{ start_time: string; scheduling_url: string }>>(
    `/event_type_available_times?${query}`,
  );
  const times = await visitor.openTimes(MONDAY.from, MONDAY.to);
  expect(open.body.collection.map((slot) => slot.start_time)).toEqual(
    times.map((time) => time.replace('.000Z', '.000000Z')),
  );
  expect(open.body.collection[0]?.scheduling_url).toBe(
    `${eventType?.scheduling_url}/2026-11-23T14:00:00Z?month=2026-11&date=2026-11-23`,
  );
});

// https://developer.calendly.com/api-docs/calendly-api/event-types/list-event-type-available-times
test.for<[string, string, string, number]>([
  ['31 days', '2026-11-23T00:00:00Z', '2026-12-24T00:00:00Z', 200],
  ['more than 31 days', '2026-11-23T00:00:00Z', '2026-12-24T00:00:01Z', 400],
  ['days since yesterday', '2026-11-19T12:00:00Z', '2026-11-24T00:00:00Z', 400],
  ['no time', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z', 400],
])(
  'returns the open times of at most 31 days from now on: %s',
  async ([_case, from, to, status], { api }) => {
    const { uri: user } = await api.me();
    const { body } = await api.get<Collection<{ uri: string }>>(`/event_types?user=${user}`);
    const query = new URLSearchParams({
      event_type: body.collection[0]?.uri ?? '',
      start_time: from,
      end_time: to,
    });
    expect((await api.get(`/event_type_available_times?${query}`)).status).toBe(status);
  },
);

// https://developer.calendly.com/api-docs/calendly-api/scheduled-events/list-event-invitees
test('lists can be sorted by their documented fields only', async ({ visitor, api }) => {
  const { body } = await visitor.book(TEN);
  const { uri } = await api.me();
  const invitees = `${new URL(body.eventUri).pathname}/invitees?`;
  const status = async (list: string, sort: string) => (await api.get(`${list}&sort=${sort}`)).status;
  expect(await status(invitees, 'created_at:desc')).toBe(200);
  expect(await status(invitees, 'start_time:asc')).toBe(400);
  expect(await status(`/event_types?user=${uri}`, 'position:desc,name:asc')).toBe(200);
  expect(await status(`/event_types?user=${uri}`, 'slug:asc')).toBe(400);
  expect(await status(`/scheduled_events?user=${uri}`, 'created_at:asc')).toBe(400);
  expect((await api.get(`/scheduled_events?user=${uri}&group=x`)).status).toBe(501);
});

// https://developer.calendly.com/api-docs/calendly-api/event-types/list-event-types
test.for<[string, number]>([
  ['', 400],
  ['?user=https://api.calendly.com/users/other', 403],
  ['?organization=https://api.calendly.com/organizations/other', 403],
])('lists no event types for the owner "%s"', async ([query, status], { api }) => {
  expect((await api.get(`/event_types${query}`)).status).toBe(status);
});

test('lists the inactive event types, of which there are none', async ({ api }) => {
  const { uri: user } = await api.me();
  const list = (active: boolean) =>
    api.get<Collection<unknown>>(`/event_types?user=${user}&active=${active}`);
  expect((await list(true)).body.collection).toHaveLength(1);
  expect((await list(false)).body.collection).toEqual([]);
});

test('advancing the clock changes the open times, and a reset restores them', async ({
  emulators,
  visitor,
}) => {
  const control = connectControl(emulators.controlUrl);
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).toHaveLength(16);
  const { now } = await control.advanceTime({ days: 4 });
  expect(now).toBe('2026-11-24T12:00:00.000Z');
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).toEqual([]);
  await control.reset();
  expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).toHaveLength(16);
});

test('seeds bookings, returns its state and counts down faults', async ({ emulators, visitor }) => {
  const control = connectControl(emulators.controlUrl);
  const { bookings } = await control.seed();
  expect(new Set(bookings.map(({ start }) => start)).size).toBe(3);
  await control.addFault({ target: 'bookings', mode: 'fail', count: 1 });
  expect((await visitor.book(TEN)).status).toBe(500);
  expect((await visitor.book(TEN)).status).toBe(201);
  await control.addFault({ target: 'times', mode: 'drop', count: 1 });
  await expect(visitor.openTimes(MONDAY.from, MONDAY.to)).rejects.toThrow();
  const state = await control.state();
  expect(state.bookings).toHaveLength(4);
  expect(state.faults).toMatchObject([{ left: 0 }, { left: 0 }]);
});

test('rejects repeated parameters and fields of the wrong type', async ({ emulators, visitor, api }) => {
  const { uri } = await api.me();
  const twice = `/scheduled_events?user=${uri}&invitee_email=a&invitee_email=b`;
  expect((await api.get(twice)).status).toBe(400);
  expect((await fetch(`${emulators.eventTypeUrl}?primary_color=f00&primary_color=0f0`)).status).toBe(200);
  const { body } = await visitor.book(TEN);
  const cancel = await fetch(body.cancelUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 5 }),
  });
  expect(cancel.status).toBe(400);
  expect((await api.invitees(body.eventUri))[0]?.status).toBe('active');
});

test('the control port rejects browsers, and its routes are not on the public port', async ({
  emulators,
}) => {
  const reset = await fetch(`${emulators.controlUrl}/_emulator/reset`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(reset.status).toBe(403);
  const onPublicPort = await fetch(`${emulators.url}/_emulator/state`, {
    headers: { authorization: `Bearer ${DEFAULT_API_TOKEN}` },
  });
  expect(onPublicPort.status).toBe(501);
});

// https://developer.calendly.com/api-docs/calendly-api/scheduled-events/create-event-invitee
test.describe('the Scheduling API', () => {
  async function booking(api: SchedulingClient, changes: object = {}) {
    const { uri: user } = await api.me();
    const { body } = await api.get<
      Collection<{ uri: string; custom_questions: { name: string }[]; locations: [object] }>
    >(`/event_types?user=${user}`);
    const [eventType] = body.collection;
    const answers = [{ question: eventType?.custom_questions[0]?.name, answer: 'Sales', position: 0 }];
    const invitee = {
      first_name: 'Ada',
      last_name: 'Okafor',
      email: 'ada@example.com',
      timezone: 'Europe/Berlin',
    };
    return {
      event_type: eventType?.uri,
      start_time: TEN,
      invitee,
      location: eventType?.locations[0],
      questions_and_answers: answers,
      event_guests: ['guest@example.com'],
      ...changes,
    };
  }

  test('books a time, once', async ({ api, visitor }) => {
    const body = await booking(api);
    const created = await api.post<{ resource: { uri: string; event: string } }>('/invitees', body);
    expect(created).toMatchObject({
      status: 201,
      body: {
        resource: { name: 'Ada Okafor', first_name: 'Ada', status: 'active', timezone: 'Europe/Berlin' },
      },
    });
    const [invitee] = await api.invitees(created.body.resource.event);
    expect(invitee).toMatchObject({
      uri: created.body.resource.uri,
      questions_and_answers: [{ answer: 'Sales' }],
    });
    expect(await visitor.openTimes(MONDAY.from, MONDAY.to)).not.toContain(TEN);
    expect(await api.post('/invitees', body)).toMatchObject({
      status: 400,
      body: { title: 'Invalid Argument', details: [{ parameter: 'start_time', code: 'already_filled' }] },
    });
  });

  test.for<[string, object, number]>([
    ['another event type', { event_type: 'https://api.calendly.com/event_types/other' }, 404],
    ['a time outside the hours', { start_time: '2026-11-23T03:00:00Z' }, 400],
    ['a malformed time', { start_time: 'soon' }, 400],
    ['no name', { invitee: { email: 'ada@example.com', timezone: 'Europe/Berlin' } }, 400],
    ['no email', { invitee: { name: 'Ada', timezone: 'Europe/Berlin' } }, 400],
    ['an unknown time zone', { invitee: { name: 'Ada', email: 'a@example.com', timezone: 'Mars' } }, 400],
    ['an invalid guest', { event_guests: ['x'] }, 400],
    ['another question', { questions_and_answers: [{ question: '?', answer: 'x', position: 0 }] }, 400],
    ['another kind of location', { location: { kind: 'physical', location: 'Here' } }, 400],
  ])('rejects %s and books nothing', async ([_case, changes, status], { api }) => {
    expect((await api.post('/invitees', await booking(api, changes))).status).toBe(status);
    expect(await api.events()).toEqual([]);
  });
});
