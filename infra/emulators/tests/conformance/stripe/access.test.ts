import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

const { emulator } = createWorld();

describe('access', () => {
  const withKey = (key: string) =>
    new Stripe(key, { host: '127.0.0.1', port: emulator.port, protocol: 'http', maxNetworkRetries: 0 });

  it.each(['sk_test_another', 'sk_live_other', 'nonsense'])('rejects the key %s', async (key) => {
    const rejection = await readRejection(withKey(key).customers.list());
    expect(rejection).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect(rejection.headers).toMatchObject({ 'www-authenticate': 'Bearer realm="Stripe"' });
  });

  it('rejects a request without a key, or from the public site', async () => {
    const url = `${emulator.url}/v1/customers`;
    expect((await fetch(url)).status).toBe(401);
    const headers = { authorization: 'Bearer sk_test_emulated', 'x-emulator-public': '1' };
    expect((await fetch(url, { headers })).status).toBe(403);
  });

  // Source: docs.stripe.com/api/request_ids.
  it('names every request, also one that it cannot read', async () => {
    const { url } = emulator;
    const answers = [
      await fetch(`${url}/v1/customers`, { method: 'POST', body: '{}' }),
      await fetch(`${url}/v1/customers`, { method: 'PUT' }),
    ];
    for (const { headers } of answers) expect(headers.get('request-id')).toMatch(/^req_\w{14}$/);
  });

  it('serves no control route on the public port', async () => {
    const { url, controlUrl } = emulator;
    const reset = (base: string) =>
      fetch(`${base}/_emulator/reset`, { method: 'POST' }).then(({ status }) => status);
    expect([await reset(url), await reset(controlUrl)]).toEqual([404, 200]);
  });
});
