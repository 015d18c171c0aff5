import { expect, it } from 'vitest';
import { checkConfig } from './config.ts';

it('accepts a typical config', () => {
  const config = {
    stripe: {
      products: [{ id: 'prod_a', name: 'A' }],
      prices: [{ id: 'price_a', product: 'prod_a', unitAmount: 1500, recurring: null }],
      webhooks: [{ url: 'http://localhost:3000/hook', secret: 'whsec_a', apiVersion: '2024-06-20' }],
      apiKeys: [{ key: 'rk_test_reader', permissions: ['customer_read'] }],
      taxRegistrations: [{ country: 'DE', type: 'oss_union' }],
      faults: [{ kind: 'slow', path: '/v1/customers', delayMs: 10 }],
    },
    identity: { users: [{ email: 'ada@example.com', password: 'secret123' }], permissive: true },
    database: { rules: { rules: { '.read': true } } },
    scheduling: { faults: [{ target: 'page', mode: 'fail', count: 1 }] },
    console: { port: 4001 },
  };
  expect(checkConfig(config)).toEqual(config);
});

it.each<[string, unknown, string]>([
  ['an unknown setting', { strip: {} }, 'the config must not have "strip"'],
  ['a port out of range', { stripe: { port: 70_000 } }, 'stripe.port must be an integer from 0 to 65535'],
  ['a config that is not an object', 'stripe', 'the config must be an object'],
])('rejects %s and names its path', (_what, config, message) => {
  expect(() => checkConfig(config)).toThrow(message);
});

it('reports all faults at once', () => {
  expect(() => checkConfig({ console: { port: -1 }, identity: { users: [{ email: 'ada' }] } })).toThrow(
    /identity\.users\.0[\s\S]*console\.port|console\.port[\s\S]*identity\.users\.0/,
  );
});
