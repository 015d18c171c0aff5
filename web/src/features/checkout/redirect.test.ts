import { afterEach, describe, expect, it, vi } from 'vitest';
import { redirectTo } from './redirect.ts';

const PAGE = 'https://pay.example.com/c/pay/cs_test_1';

describe('redirectTo', () => {
  afterEach(() => vi.unstubAllGlobals());

  async function redirectWith(...allowedOrigins: string[]) {
    const assign = vi.fn();
    vi.stubGlobal('location', { origin: 'https://site.example.com', assign });
    const failure = await redirectTo(PAGE, async () => ({ checkout: { allowedOrigins } })).catch(String);
    return { opened: assign.mock.calls, failure };
  }

  it('opens a page on a host that the settings list', async () => {
    expect(await redirectWith('https://checkout.stripe.com', 'https://pay.example.com')).toEqual({
      opened: [[PAGE]],
      failure: undefined,
    });
  });

  it('opens no other page, and names the setting that allows it', async () => {
    expect(await redirectWith('https://checkout.stripe.com')).toEqual({
      opened: [],
      failure: expect.stringContaining(`${PAGE} is not allowed: add its host to CHECKOUT_HOSTS`),
    });
  });
});
