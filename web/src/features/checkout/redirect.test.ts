import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { redirectTo } from './redirect.ts';

vi.mock('../../lib/runtime-config.ts');

const PAGE = 'https://pay.example.com/c/pay/cs_test_1';

describe('redirectTo', () => {
  afterEach(() => vi.unstubAllGlobals());

  function siteWith(...allowedOrigins: string[]) {
    const assign = vi.fn();
    vi.stubGlobal('location', { origin: 'https://site.example.com', assign });
    const checkout = { allowedOrigins };
    vi.mocked(loadRuntimeConfig).mockResolvedValue({ checkout } as unknown as RuntimeConfig);
    return assign;
  }

  it('opens a page on a host that the settings list', async () => {
    const assign = siteWith('https://checkout.stripe.com', 'https://pay.example.com');
    await redirectTo(PAGE);
    expect(assign).toHaveBeenCalledWith(PAGE);
  });

  it('opens no other page, and names the setting that allows it', async () => {
    const assign = siteWith('https://checkout.stripe.com');
    await expect(redirectTo(PAGE)).rejects.toThrow(`${PAGE} is not allowed: add its host to CHECKOUT_HOSTS`);
    expect(assign).not.toHaveBeenCalled();
  });
});
