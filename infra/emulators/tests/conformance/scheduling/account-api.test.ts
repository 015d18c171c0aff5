import { createHash } from 'node:crypto';
import { DEFAULT_API_TOKEN, startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { SchedulingClient } from '../../support/scheduling/scheduling-client.ts';
import { SEVERAL_TYPES } from '../../support/scheduling/several-types.ts';
import { Visitor } from '../../support/scheduling/visitor.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const TEN = '2026-11-23T15:00:00.000Z';
const ELEVEN = '2026-11-23T16:00:00.000Z';
const emulator = suiteFixture(() => startSchedulingEmulator({ now: () => new Date('2026-11-20T12:00:00Z') }));

beforeEach(() => emulator.reset());

const world = () => {
  const api = new SchedulingClient(emulator.url, DEFAULT_API_TOKEN);
  return { api, visitor: new Visitor(emulator.url) };
};
/** A URI stands in braces in the paths below. */
const at = (path: string) =>
  path.replaceAll(/\{(.*?)\}/g, (_, id: string) => encodeURIComponent(`${emulator.url}/${id}`));
const USER = 'users/HOST000000000001';
const ORGANIZATION = 'organizations/ORGANIZATION0001';
const TYPE = 'event_types/EVENTTYPE0000001';
const WEEK = `&start_time=2026-11-21T00:00:00Z&end_time=2026-11-27T00:00:00Z`;

test.each([
  ['user_availability_schedules', `user={${USER}}`, { name: 'Working hours', timezone: 'America/New_York' }],
  ['event_type_availability_schedules', `event_type={${TYPE}}`, { availability_setting: 'host' }],
  ['event_type_memberships', `event_type={${TYPE}}`, { member: { name: 'Example' } }],
  ['organization_memberships', `user={${USER}}`, { role: 'owner', user: { name: 'Example' } }],
  ['user_busy_times', `user={${USER}}${WEEK}`, undefined],
  ['groups', `organization={${ORGANIZATION}}`, undefined],
  ['locations', '', undefined],
])('lists %s', async (path, query, expected) => {
  const { api } = world();
  const { status, body } = await api.get<{ collection: { uri?: string }[] }>(at(`/${path}?${query}`));
  expect(status).toBe(200);
  expect(body.collection).toMatchObject(expected === undefined ? [] : [expected]);
  const listed = body.collection[0]?.uri;
  if (listed === undefined || path === 'event_type_memberships') return;
  expect(await api.get(new URL(listed).pathname)).toMatchObject({
    status: 200,
    body: { resource: expected },
  });
});

test.each([
  ['/user_availability_schedules', 400],
  [`/user_availability_schedules?user={users/OTHER}`, 403],
  [`/user_busy_times?user={${USER}}&start_time=2026-11-21T00:00:00Z&end_time=2026-11-29T00:00:00Z`, 400],
  [`/event_type_memberships?event_type={event_types/OTHER}`, 404],
  ['/organizations/OTHER', 404],
  ['/groups/OTHER', 404],
  ['/invitee_no_shows/OTHER', 404],
])('rejects %s with %i', async (path, status) => {
  expect((await world().api.get(at(path))).status).toBe(status);
});

test('shows when the host is busy', async () => {
  const { api, visitor } = world();
  await visitor.book(ELEVEN);
  await visitor.book(TEN);
  const { body } = await api.get(at(`/user_busy_times?user={${USER}}${WEEK}`));
  expect(body).toMatchObject({
    collection: ['15', '16'].map((hour) => ({
      type: 'calendly',
      start_time: `2026-11-23T${hour}:00:00.000000Z`,
      end_time: `2026-11-23T${hour}:30:00.000000Z`,
    })),
  });
});

test('marks an invitee as a no-show, and announces it', async () => {
  const { api, visitor } = world();
  const { body: me } = await api.get<{ resource: { current_organization: string } }>('/users/me');
  const events = ['invitee_no_show.created', 'invitee_no_show.deleted'];
  const owner = { organization: me.resource.current_organization, scope: 'organization' };
  await api.post('/webhook_subscriptions', { url: 'http://127.0.0.1:9/', events, ...owner });
  await visitor.book(TEN);
  const [event] = await api.events();
  const [invitee] = await api.invitees(event?.uri ?? '');
  const mark = () => api.post<{ resource: { uri: string } }>('/invitee_no_shows', { invitee: invitee?.uri });
  const { status, body } = await mark();
  expect(status).toBe(201);
  const { resource } = body;
  expect(resource).toMatchObject({ invitee: invitee?.uri, created_at: '2026-11-20T12:00:00.000000Z' });
  expect((await api.invitees(event?.uri ?? ''))[0]?.no_show).toMatchObject({ uri: resource.uri });
  expect((await mark()).status).toBe(400);
  const path = new URL(resource.uri).pathname;
  expect(await api.get(path)).toMatchObject({ status: 200, body: { resource } });
  expect((await api.delete(path)).status).toBe(204);
  expect((await api.get(path)).status).toBe(404);
  const sent = (await emulator.deliveries()).map(({ body: text }) => JSON.parse(text));
  expect(sent).toMatchObject([
    { event: events[0], payload: { uri: invitee?.uri, no_show: { uri: resource.uri } } },
    { event: events[1], payload: { no_show: null } },
  ]);
});

test('a scheduling link books once, also across a reset of the page', async () => {
  const { api, visitor } = world();
  const owner = `${emulator.url}/${TYPE}`;
  const body = { max_event_count: 1, owner, owner_type: 'EventType' };
  const answer = await api.post<{ resource: { booking_url: string } }>('/scheduling_links', body);
  const { booking_url: url } = answer.body.resource;
  const link = url.split('/').at(-2);
  expect((await fetch(url)).status).toBe(200);
  expect((await visitor.book(TEN, { link: 'unknown' })).status).toBe(409);
  expect((await visitor.book(TEN, { link })).status).toBe(201);
  expect((await visitor.book(ELEVEN, { link })).status).toBe(409);
  expect((await fetch(url)).status).toBe(404);
  expect((await api.post('/scheduling_links', { ...body, owner: `${owner}X` })).status).toBe(404);
  expect((await api.post('/scheduling_links', { ...body, max_event_count: 2 })).status).toBe(400);
});

describe('several event types', () => {
  const several = suiteFixture(() => startSchedulingEmulator(SEVERAL_TYPES));
  const client = () => new SchedulingClient(several.url, DEFAULT_API_TOKEN);
  const demo = () => `${several.url}/event_types/EVENTTYPE0000002`;

  beforeEach(() => several.reset());

  const book = (start_time: string, changes: object = {}) =>
    client().post<{ resource: { event: string } }>('/invitees', {
      event_type: demo(),
      start_time,
      invitee: { name: 'Ada', email: 'ada@example.com', timezone: 'Europe/Berlin' },
      location: { kind: 'physical' },
      questions_and_answers: [{ question: 'Team', answer: 'Sales', position: 0 }],
      ...changes,
    });

  test('are listed with their questions and locations, and have pages', async () => {
    const { uri: user } = await client().me();
    const { body } = await client().get<{ collection: { scheduling_url: string }[] }>(
      `/event_types?user=${encodeURIComponent(user)}`,
    );
    expect(body.collection).toMatchObject([
      { slug: 'intro-call', duration: 30, locations: [{ kind: 'custom' }] },
      {
        uri: demo(),
        slug: 'demo',
        duration: 60,
        locations: SEVERAL_TYPES.eventTypes[0]?.locations,
        custom_questions: [{ name: 'Team', required: true, answer_choices: ['Sales', 'Support'] }, {}],
      },
    ]);
    const page = await (await fetch(body.collection[1]?.scheduling_url ?? '')).text();
    expect(page).toContain('1 Main Street');
  });

  test('share the time of their host', async () => {
    const visitor = new Visitor(several.url);
    await visitor.book(TEN);
    expect((await book('2026-11-23T15:00:00Z')).status).toBe(400);
    expect((await book('2026-11-23T16:00:00Z')).status).toBe(201);
    expect((await visitor.book('2026-11-23T16:30:00.000Z')).status).toBe(409);
    const [first, second] = await client().events();
    expect([first?.name, second?.name]).toEqual(['Intro Call', 'Demo']);
    expect((await client().invitees(second?.uri ?? ''))[0]?.questions_and_answers).toEqual([
      { question: 'Team', answer: 'Sales', position: 0 },
    ]);
  });

  test.each([
    [{ kind: 'physical' }, { type: 'physical', location: '1 Main Street' }],
    [
      { kind: 'outbound_call', location: '+1 555 0100' },
      { type: 'outbound_call', location: '+1 555 0100' },
    ],
    [{ kind: 'zoom_conference' }, { type: 'zoom', join_url: expect.stringContaining('https://') }],
  ])('a booking takes place at %j', async (location, shown) => {
    const { body } = await book('2026-11-23T16:00:00Z', { location });
    const event = await client().get(new URL(body.resource.event).pathname);
    expect(event.body).toMatchObject({ resource: { location: shown } });
  });

  test.each([
    [{ location: { kind: 'outbound_call' } }, 'location'],
    [{ location: { kind: 'ask_invitee' } }, 'location'],
    [{ questions_and_answers: [] }, 'questions_and_answers'],
    [{ questions_and_answers: [{ question: 'Team', answer: 'None', position: 0 }] }, 'questions_and_answers'],
    [{ questions_and_answers: [{ question: 'Other', answer: '', position: 0 }] }, 'questions_and_answers'],
  ])('rejects a booking with %j', async (changes, parameter) => {
    const answer = await book('2026-11-23T16:00:00Z', changes);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ parameter }] } });
  });
});

describe('OAuth', () => {
  const callback = 'http://localhost:3000/callback';
  const ask = (change: Record<string, string> = {}) => {
    const query = { client_id: 'app', response_type: 'code', redirect_uri: callback, state: 's', ...change };
    return fetch(`${emulator.url}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' });
  };
  const codeIn = (answer: Response) => new URL(answer.headers.get('location') ?? '').searchParams.get('code');
  const post = async (path: string, form: Record<string, string | null>) => {
    const body = new URLSearchParams(form as Record<string, string>);
    const answer = await fetch(`${emulator.url}/oauth/${path}`, { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const exchange = (code: string | null, more: Record<string, string> = {}) =>
    post('token', { grant_type: 'authorization_code', code, redirect_uri: callback, ...more });
  const refresh = (refresh_token = '') => post('token', { grant_type: 'refresh_token', refresh_token });
  const me = async (token = '') => (await new SchedulingClient(emulator.url, token).get('/users/me')).status;

  test('gives a client tokens for the API, which it can renew and revoke', async () => {
    const consent = await ask();
    expect(consent.headers.get('location')).toContain('&state=s');
    const { body } = await exchange(codeIn(consent));
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 7200, owner: expect.any(String) });
    expect(await me(body.access_token)).toBe(200);
    expect((await exchange(codeIn(consent))).body.error).toBe('invalid_grant');
    const renewed = await refresh(body.refresh_token);
    expect((await refresh(body.refresh_token)).status).toBe(401);
    expect(await me(body.refresh_token)).toBe(401);
    await emulator.advanceTime({ hours: 2 });
    expect([await me(body.access_token), await me(renewed.body.access_token)]).toEqual([401, 401]);
    const token = (await refresh(renewed.body.refresh_token)).body.access_token ?? '';
    expect((await post('introspect', { token })).body).toMatchObject({ active: true, client_id: 'app' });
    await post('revoke', { token });
    expect([await me(token), (await post('introspect', { token })).body]).toEqual([401, { active: false }]);
  });

  test('checks the verifier, the address and the page', async () => {
    const challenge = createHash('sha256').update('verifier').digest('base64url');
    const proved = async (more: Record<string, string>) =>
      (await exchange(codeIn(await ask({ code_challenge: challenge })), more)).status;
    expect(await proved({ code_verifier: 'verifier' })).toBe(200);
    expect(await proved({ code_verifier: 'other' })).toBe(401);
    expect(await proved({ code_verifier: 'verifier', redirect_uri: `${callback}2` })).toBe(401);
    for (const redirect_uri of ['https://evil.example/', 'no URL'])
      expect((await ask({ redirect_uri })).status).toBe(400);
    expect(await me('e30.forged')).toBe(401);
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${emulator.url}/oauth/token`, { method: 'POST', headers })).status).toBe(403);
  });
});
