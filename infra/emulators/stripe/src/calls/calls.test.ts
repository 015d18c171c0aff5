import { describe, expect, it } from 'vitest';
import { authenticate, fullLengthKey, listApiKeys } from './authenticate.ts';

describe('authentication', () => {
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
