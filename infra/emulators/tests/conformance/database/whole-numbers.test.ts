import { get, ref, set } from 'firebase/database';
import { describe, expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => DatabaseWorld.start());

async function rest(method: string, path: string, body?: string, query = '') {
  const url = `${world.emulator.url}/${path}.json?ns=demo${query}`;
  const answer = await fetch(url, { method, ...(body !== undefined && { body }) });
  return { status: answer.status, text: await answer.text() };
}

/** Sends a message as text, because JavaScript cannot write these integers. */
async function send(action: string, body: string): Promise<{ s: string; d: unknown }> {
  return (await world.socket()).requestText(action, body);
}

describe('an integer that a double holds exactly', () => {
  test.each([
    ['9007199254740992', '9007199254740992'],
    ['9007199254740994', '9007199254740994'],
    ['4611686018427387904', '4611686018427387904'],
    ['4.611686018427387904e18', '4611686018427387904'],
    ['-4611686018427387904.0', '-4611686018427387904'],
    ['9223372036854774784', '9223372036854774784'],
    ['9223372036854775808', '9.223372036854776e+18'],
    ['-9223372036854775808', '-9.223372036854776e+18'],
    ['10000000000000000000000', '1e+22'],
    ['18446744073709551616', '1.8446744073709552e+19'],
  ])('is stored over REST from %s and shown as %s', async (text, shown) => {
    const path = freshPath();
    expect(await rest('PUT', path, text)).toEqual({ status: 200, text: shown });
    expect(await rest('GET', path)).toEqual({ status: 200, text: shown });
    expect((await get(ref(world.client(), path))).val()).toBe(Number(text));
  });

  test('is a value, a priority, an increment and a bound over a socket', async () => {
    const path = freshPath();
    const exact = '4611686018427387904';
    expect(await send('p', `{"p":"/${path}/a","d":{".value":${exact},".priority":${exact}}}`)).toMatchObject({
      s: 'ok',
    });
    expect(await send('p', `{"p":"/${path}/b","d":{".sv":{"increment":${exact}}}}`)).toMatchObject({
      s: 'ok',
    });
    const query = `{"p":"/${path}","q":{"i":".priority","sp":${exact},"ep":${exact}}}`;
    expect(await send('g', query)).toEqual({
      s: 'ok',
      d: { a: { '.value': 2 ** 62, '.priority': 2 ** 62 } },
    });
    expect((await rest('GET', path)).text).toBe(`{"a":${exact},"b":${exact}}`);
  });

  test('is stored when JavaScript has shortened its digits', async () => {
    const path = freshPath();
    await set(ref(world.client(), path), 2 ** 62);
    expect(await rest('GET', path)).toEqual({ status: 200, text: '4611686018427387904' });
    expect(await rest('PUT', path, JSON.stringify(2 ** 63))).toMatchObject({ status: 200 });
    expect((await get(ref(world.client(), path))).val()).toBe(2 ** 63);
  });

  test('keeps its digits when printed with indentation', async () => {
    const path = freshPath();
    const value = { big: 1, list: [2, 'a "quoted", {text}: ['], deep: { er: true } };
    await rest('PUT', path, JSON.stringify(value).replace('1', '4611686018427387904'));
    const { text } = await rest('GET', path, undefined, '&print=pretty');
    const keys = JSON.stringify({ big: 1, deep: value.deep, list: value.list }, null, 2);
    expect(text).toBe(keys.replace('1', '4611686018427387904'));
  });
});

describe('an integer that would lose digits is rejected', () => {
  const reason = (text: string) => `the integer ${text} would lose digits as a double`;

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '4611686018427387905',
    '9223372036854775807',
    '10000000000000000000001',
  ])('%s over REST', async (text) => {
    const path = freshPath();
    for (const body of [
      text,
      `{"a":[${text}]}`,
      `{".value":1,".priority":${text}}`,
      `{".sv":{"increment":${text}}}`,
    ]) {
      const answer = await rest('PUT', path, body);
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, `Invalid data: ${reason(text)}`]);
    }
    expect((await rest('GET', path)).text).toBe('null');
    expect(await rest('PUT', path, `"${text}"`)).toEqual({ status: 200, text: `"${text}"` });
  });

  test('as a bound of a query', async () => {
    const path = freshPath();
    const text = '9007199254740993';
    for (const bound of ['startAt', 'endBefore', 'equalTo']) {
      const answer = await rest('GET', path, undefined, `&orderBy="$priority"&${bound}=${text}`);
      expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, `Invalid query: ${reason(text)}`]);
    }
    expect(await send('g', `{"p":"/${path}","q":{"sp":${text}}}`)).toEqual({
      s: 'invalid_query',
      d: `Invalid query: ${reason(text)}`,
    });
  });

  test('over a socket', async () => {
    const path = freshPath();
    expect(await send('p', `{"p":"/${path}","d":[9007199254740993]}`)).toEqual({
      s: 'invalid_data',
      d: `Invalid data: ${reason('9007199254740993')}`,
    });
    expect((await rest('GET', path)).text).toBe('null');
  });
});

test('rejects an increment whose sum would lose digits, and leaves larger numbers to the arithmetic of doubles', async () => {
  const add = (path: string, amount: string) => rest('PUT', path, `{".sv":{"increment":${amount}}}`);
  const path = freshPath();
  await rest('PUT', path, '9007199254740991');
  expect(await add(path, '1')).toEqual({ status: 200, text: '9007199254740992' });
  const answer = await add(path, '1');
  expect([answer.status, JSON.parse(answer.text).error]).toEqual([
    400,
    'Invalid data: the sum of the increment would lose digits as a double',
  ]);
  expect(await add(path, '2')).toEqual({ status: 200, text: '9007199254740994' });
  await rest('PUT', path, '1e22');
  expect(await add(path, '1')).toEqual({ status: 200, text: '1e+22' });
  await rest('PUT', path, '0.1');
  expect((await add(path, '0.2')).status).toBe(200);
});

test('rejects a number beyond the range of a double', async () => {
  for (const text of ['1e400', `1${'0'.repeat(400)}`]) {
    const answer = await rest('PUT', freshPath(), text);
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([
      400,
      'Invalid data: a number is beyond the range of a double',
    ]);
  }
});
