import { child, ref, remove, set, update } from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { type OpenStream, openEventStream } from '../../support/database/event-source.ts';
import { idToken } from '../../support/database/tokens.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = {
  rules: { '.write': true, open: { '.read': true }, own: { $uid: { '.read': 'auth.uid === $uid' } } },
};

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES, keepAliveMs: 50 }));

function open(path: string, query = ''): Promise<OpenStream> {
  return openEventStream(`${world.emulator.url}/${path}.json?ns=demo${query}`);
}

const isData = ({ event }: { event: string }): boolean => event === 'put' || event === 'patch';

test('a stream starts with the current value and follows every write', async () => {
  const path = `open/${freshPath()}`;
  const target = ref(world.client(), path);
  await set(target, { a: 1 });
  const stream = await open(path);
  expect(stream.contentType).toBe('text/event-stream; charset=utf-8');
  await stream.events.count(1);
  await set(child(target, 'b'), 2);
  await update(target, { a: 3, 'c/d': 4 });
  await remove(target);
  const events = await stream.events.until((all) => all.filter(isData).length === 4);
  expect(events.filter(isData)).toEqual([
    { event: 'put', data: { path: '/', data: { a: 1 } } },
    { event: 'put', data: { path: '/b', data: 2 } },
    { event: 'patch', data: { path: '/', data: { a: 3, 'c/d': 4 } } },
    { event: 'put', data: { path: '/', data: null } },
  ]);
  stream.close();
});

test('a filtered stream follows its window', async () => {
  const path = `open/${freshPath()}`;
  await set(ref(world.client(), path), { a: 1, b: 2 });
  const stream = await open(path, '&orderBy="$key"&limitToLast=1');
  await stream.events.count(1);
  await set(ref(world.client(), `${path}/c`), 3);
  const events = await stream.events.until((all) => all.filter(isData).length === 2);
  expect(events.filter(isData)).toEqual([
    { event: 'put', data: { path: '/', data: { b: 2 } } },
    { event: 'patch', data: { path: '/', data: { b: null, c: 3 } } },
  ]);
  stream.close();
});

test('an idle stream sends keep-alive events', async () => {
  const stream = await open(`open/${freshPath()}`);
  const events = await stream.events.count(3);
  expect(events.slice(1, 3)).toEqual([
    { event: 'keep-alive', data: null },
    { event: 'keep-alive', data: null },
  ]);
  stream.close();
});

test('a stream that the rules deny is answered with 401', async () => {
  expect((await open('own/ada')).status).toBe(401);
});

test('a stream is cancelled when new rules revoke access', async () => {
  const stream = await open(`open/${freshPath()}`);
  await stream.events.count(1);
  world.emulator.setRules({ rules: { '.write': true } });
  await stream.ended;
  expect(stream.events.events.at(-1)).toEqual({ event: 'cancel', data: null });
  world.emulator.setRules(RULES);
});

test('a stream ends when its token expires', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const token = idToken('ada', { iat: seconds - 3600, exp: seconds + 3 });
  const stream = await open('own/ada', `&auth=${token}`);
  await stream.ended;
  expect(stream.events.events.at(-1)).toEqual({
    event: 'auth_revoked',
    data: 'credential is no longer valid',
  });
});
