import { afterAll, beforeAll } from 'vitest';

/** What `start` resolves with, from before the first test of a suite until it is closed after the last. */
export function suiteFixture<T extends { close(): unknown }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return deferred(() => started);
}

/** Stands for what exists only while tests run. */
export function deferred<T extends object>(find: () => T | undefined): T {
  const found = (): T => {
    const it = find();
    if (it === undefined) throw new Error('A fixture starts before the first test.');
    return it;
  };
  return new Proxy({} as T, {
    get(_target, name) {
      const value: unknown = Reflect.get(found(), name);
      return typeof value === 'function' ? value.bind(found()) : value;
    },
    set: (_target, name, value) => Reflect.set(found(), name, value),
  });
}
