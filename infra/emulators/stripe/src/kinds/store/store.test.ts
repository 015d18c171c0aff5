import { describe, expect, it } from 'vitest';
import { kinds } from '../kinds-room.ts';
import { Store } from './store.ts';

const COLLECTIONS = kinds.collections ?? {};

const clock = (id: string, frozen_time = 0) => ({
  id,
  created: 0,
  name: null,
  frozen_time,
  advancingTo: null,
});

describe('the store', () => {
  it('rolls back a failed transaction', () => {
    const store = new Store(COLLECTIONS);
    store.transact(() => {
      store.testClocks.put(clock('a'));
      store.testClocks.put(clock('b'));
    });
    const failing = () =>
      store.transact(() => {
        store.testClocks.put(clock('a', 9));
        store.testClocks.delete('b');
        store.testClocks.put(clock('c'));
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect([...store.testClocks.values()].map(({ id, frozen_time }) => [id, frozen_time])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  it('rolls back a transaction that cannot be persisted', () => {
    const store = new Store(COLLECTIONS);
    store.onCommit(() => {
      throw new Error('disk full');
    });
    expect(() => store.transact(() => store.testClocks.put(clock('a')))).toThrow('disk full');
    expect(store.testClocks.size).toBe(0);
  });

  it('shares a transaction between a platform and its connected accounts', () => {
    const platform = new Store(COLLECTIONS);
    const connected = platform.connected('acct_1');
    const told: Record<string, (string | undefined)[]> = { all: [], connected: [], platform: [] };
    platform.onAnyCommit((changes) => told.all?.push(...changes.map(({ account }) => account)));
    platform.onCommit((changes) => told.platform?.push(...changes.map(({ account }) => account)));
    connected.onCommit((changes) => told.connected?.push(...changes.map(({ account }) => account)));
    platform.transact(() => {
      platform.testClocks.put(clock('a'));
      connected.transact(() => connected.testClocks.put(clock('a', 7)));
      expect(connected.before(connected.testClocks, 'a')).toBeUndefined();
    });
    expect(told).toEqual({ all: [undefined, 'acct_1'], connected: ['acct_1'], platform: [undefined] });
    const failing = () =>
      connected.transact(() => {
        platform.testClocks.put(clock('a', 9));
        connected.testClocks.delete('a');
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(platform.testClocks.get('a')?.frozen_time).toBe(0);
    expect(platform.connected('acct_1').testClocks.get('a')?.frozen_time).toBe(7);
  });
});
