import { expect, test } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

const ADDRESSES = {
  PUBLIC_URL: 'http://localhost:8080/',
  IDENTITY_URL: 'http://identity:9099',
  DATABASE_URL: 'http://database:9000',
  STRIPE_CONTROL_URL: 'http://stripe:1',
  SCHEDULING_CONTROL_URL: 'http://scheduling:2',
};

test('reads the service addresses', () => {
  expect(optionsFromEnvironment({ ...ADDRESSES, PORT: '4100' })).toMatchObject({
    port: 4100,
    targets: { siteUrl: 'http://localhost:8080', projectId: 'demo-outharbor' },
  });
});

test('reads a separate API URL', () => {
  const { targets } = optionsFromEnvironment({ ...ADDRESSES, API_URL: 'http://api:3000/' });
  expect(targets).toMatchObject({ siteUrl: 'http://localhost:8080', apiUrl: 'http://api:3000' });
});

test('shows one emulator alone, and rejects none', () => {
  const { targets } = optionsFromEnvironment({ STRIPE_CONTROL_URL: 'http://stripe:1' });
  expect(targets.identityUrl).toBeUndefined();
  expect(() => optionsFromEnvironment({})).toThrow(/STRIPE_CONTROL_URL/);
});
