import { expect, test } from 'vitest';
import { readCommandLineOptions } from './command-line-options.ts';

const ADDRESSES = {
  PUBLIC_URL: 'http://localhost:8080/',
  IDENTITY_URL: 'http://identity:9099',
  DATABASE_URL: 'http://database:9000',
  STRIPE_CONTROL_URL: 'http://stripe:1',
  SCHEDULING_CONTROL_URL: 'http://scheduling:2',
};

test('reads the addresses of the services', () => {
  expect(readCommandLineOptions({ ...ADDRESSES, PORT: '4100' })).toMatchObject({
    host: '127.0.0.1',
    port: 4100,
    targets: { siteUrl: 'http://localhost:8080', projectId: 'demo-outharbor' },
  });
});

test('reaches the API in its own way where the public origin leads elsewhere', () => {
  const { targets } = readCommandLineOptions({ ...ADDRESSES, API_URL: 'http://api:3000/' });
  expect(targets).toMatchObject({ siteUrl: 'http://localhost:8080', apiUrl: 'http://api:3000' });
});

test('names every fault at once', () => {
  const read = () =>
    readCommandLineOptions({ ...ADDRESSES, PORT: 'x', IDENTITY_URL: '', DATABASE_URL: 'ftp://d' });
  expect(read).toThrow(/PORT is not.*IDENTITY_URL is not.*DATABASE_URL is not/);
});
