import { describe, expect, it } from 'vitest';
import { initialSwitches } from '../kinds/events/switches.ts';
import { readPage } from '../kinds/read-page.ts';
import { createSelection } from '../kinds/store/selection.ts';
import { Store } from '../kinds/store/store.ts';
import { VisibilityDelay } from '../kinds/store/visibility-delay.ts';
import { INSTALLED } from '../server/installed.ts';
import { fullLengthKey, listApiKeys } from './api-keys.ts';
import { authenticate } from './authenticate.ts';

describe('authentication', () => {
  const key = 'sk_test_emulated';
  const keys = listApiKeys({ secretKey: key, namespace: null });

  it.each([`Bearer ${key}`, `bearer ${key}`, `Basic ${btoa(`${key}:`)}`])('accepts %s', (header) => {
    expect(() => authenticate(header, keys)).not.toThrow();
  });

  it.each([undefined, '', key, 'Bearer sk_test_emulateD', `Digest ${key}`, 'Basic !'])(
    'rejects %s',
    (header) => {
      expect(() => authenticate(header, keys)).toThrow(expect.objectContaining({ status: 401 }));
    },
  );

  it.each(['sk_test_emulated', 'sk_live_my_shop', 'rk_test_a_1'])(
    'accepts the full-length form of %s in both modes',
    (secretKey) => {
      const spelledOut = fullLengthKey(secretKey);
      expect(spelledOut).toMatch(/^[sr]k_(test|live)_[\dA-Za-z]{24,}$/);
      expect(fullLengthKey(spelledOut)).toBe(spelledOut);
      const own = listApiKeys({ secretKey, namespace: null });
      expect(authenticate(`Bearer ${spelledOut}`, own).livemode).toBe(secretKey.includes('_live_'));
      const other = spelledOut.replace(/_(test|live)_/, (mode) => (mode === '_test_' ? '_live_' : '_test_'));
      expect(authenticate(`Bearer ${other}`, own).livemode).toBe(other.includes('_live_'));
      const elsewhere = listApiKeys({ secretKey: `${secretKey}_ns_b`, namespace: 'b' });
      expect(() => authenticate(`Bearer ${spelledOut}`, elsewhere)).toThrow(/Invalid API Key/);
    },
  );
});

describe('readPage', () => {
  const matches = createSelection(['e', 'd', 'c', 'b', 'a'].map((id) => ({ id })));
  const store = new Store(INSTALLED.collections);
  const onTime = {
    installed: INSTALLED,
    store,
    visibilityDelay: new VisibilityDelay(store, initialSwitches(), () => 0),
  };
  const source = { matches, url: '/v1/x', kind: 'x' };
  const none = { limit: undefined, starting_after: undefined, ending_before: undefined };
  const page = (params: Partial<typeof none> | Record<string, unknown>) => {
    const { data, has_more } = readPage(onTime, source, { ...none, ...params }, ({ id }) => id);
    return [data.join(''), has_more];
  };

  it.each([
    [{}, ['edcba', false]],
    [{ limit: 2 }, ['ed', true]],
    [{ limit: 5 }, ['edcba', false]],
    [{ limit: 2, starting_after: 'd' }, ['cb', true]],
    [{ starting_after: 'a' }, ['', false]],
    [{ limit: 2, ending_before: 'b' }, ['dc', true]],
    [{ limit: 2, ending_before: 'c' }, ['ed', false]],
  ])('%j returns %j', (params, expected) => {
    expect(page(params)).toEqual(expected);
  });

  it.each([{ starting_after: 'z' }, { ending_before: 'z' }, { starting_after: 'a', ending_before: 'b' }])(
    'rejects %j',
    (params) => {
      expect(() => page(params)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );
});
