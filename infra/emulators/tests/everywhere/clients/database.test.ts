import { startEmulators } from '@outharbor/emulators';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { databaseUrl, startClient } from './support/emulator-variables.ts';
import { LANGUAGES } from './support/languages.ts';

const emulators = suiteFixture(() => startEmulators({ services: ['identity', 'database'] }));

/** A write by another client. */
async function put(path: string, value: unknown): Promise<void> {
  const answer = await fetch(databaseUrl(emulators, path), {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(value),
  });
  expect(answer.status).toBe(200);
}

describe.each(LANGUAGES)('Realtime Database with the %s Admin SDK', (language) => {
  const client = suiteFixture(() => startClient(language, emulators));

  const at = (name: string) => `${language}/${name}`;
  const set = (path: string, value: unknown) =>
    client.call('database.set', { path, text: JSON.stringify(value) });
  const get = (path: string) => client.call('database.get', { path });

  it('reads back written values', async () => {
    const value = { name: 'Zoë 漢字', marks: [1, 2.5, true], at: 1_700_000_000_000, deep: { er: 'x' } };
    await set(at('kept'), value);
    expect(await get(at('kept'))).toEqual(value);
    expect(await get(at('never-written'))).toBeNull();
  });

  it('reads what another client has just written', async () => {
    for (let number = 0; number < 200; number += 1) {
      await put(at('rewritten'), number);
      expect(await get(at('rewritten'))).toBe(number);
    }
  });

  it('updates only the named paths', async () => {
    await set(at('updated'), { a: 1, b: { c: 2, d: 3 } });
    await client.call('database.update', { path: at('updated'), value: { a: null, 'b/c': 4 } });
    expect(await get(at('updated'))).toEqual({ b: { c: 4, d: 3 } });
  });

  it('retries transactions on concurrent writes without losing any', async () => {
    await put(at('count'), 0);
    const increments = client.call('database.increment', { path: at('count'), times: 12 });
    for (let time = 0; time < 12; time += 1) await put(at('count'), { '.sv': { increment: 1 } });
    await increments;
    expect(await get(at('count'))).toBe(24);
  });

  it.each(['9007199254740993', '4611686018427387905', '-9223372036854775807'])(
    'rejects the integer %s, whose digits would be lost',
    async (text) => {
      const path = at('integer');
      await set(path, 1);
      await expect(client.call('database.set', { path, text })).rejects.toThrow(text);
      expect(await get(path)).toBe(1);
    },
  );

  it.each(['1152921504606846976', '4611686018427387904', '-9223372036854775808'])(
    'keeps the integer %s, which a double holds exactly',
    async (text) => {
      await set(at('exact'), 1);
      await client.call('database.set', { path: at('exact'), text });
      expect(await get(at('exact'))).toBe(Number(text));
    },
  );

  it.each([9007199254740992, 1e20, -1.5e300, 2 ** 63])('keeps the number %d', async (number) => {
    await put(at('number'), number);
    expect(await get(at('number'))).toBe(number);
  });
});

describe.each(['python', 'java'] as const)('listeners of the %s Admin SDK', (language) => {
  const client = suiteFixture(() => startClient(language, emulators));

  it('receives changes made by other clients', async () => {
    const path = `${language}/heard`;
    await put(path, 'Zoë');
    await client.call('database.listen', { path, listener: 'heard' });
    await expect.poll(() => client.received('heard')).toEqual(['Zoë']);
    await put(path, '漢字');
    await expect.poll(() => client.received('heard')).toEqual(['Zoë', '漢字']);
  });
});

describe.each(['python', 'go'] as const)('ETags in the %s Admin SDK', (language) => {
  const client = suiteFixture(() => startClient(language, emulators));

  it('skips reading unchanged data', async () => {
    const path = `${language}/tagged`;
    await put(path, 'first');
    const { value, etag } = await client.call<{ value: unknown; etag: string }>('database.getWithETag', {
      path,
    });
    expect(value).toBe('first');
    const again = () => client.call('database.getIfChanged', { path, etag });
    expect(await again()).toEqual({ changed: false, value: null });
    await put(path, 'second');
    expect(await again()).toEqual({ changed: true, value: 'second' });
  });
});
