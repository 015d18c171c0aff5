import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { book } from '../testing/checkout-calls.ts';
import { buildTestApp, testConfig } from '../testing/test-app.ts';
import { checkCheckoutHosts } from './check-checkout-hosts.ts';

async function linesWith(checkoutHosts: string): Promise<string> {
  const test = await buildTestApp();
  await book(test, FIRST.price);
  const [session] = test.payments.sessions;
  if (session?.url === undefined) throw new Error('no session');
  session.url = 'https://pay.example.com/c/pay/cs_test_1';
  const config = testConfig({ CHECKOUT_HOSTS: checkoutHosts });
  const logger = test.app.log;
  await checkCheckoutHosts({
    ...test,
    logger,
    config: { ...config, stripe: { ...config.stripe, apiUrl: null } },
  });
  return test.lines.join();
}

describe("host of Stripe's checkout pages", () => {
  it('is reported at start if the site does not know it', async () => {
    const lines = await linesWith('other.example.com');
    expect(lines).toContain('"alert":"checkout_host_unknown","host":"pay.example.com"');
  });

  it('is accepted if it is among the custom domains', async () => {
    expect(await linesWith('other.example.com pay.example.com')).not.toContain('checkout_host_unknown');
  });
});
