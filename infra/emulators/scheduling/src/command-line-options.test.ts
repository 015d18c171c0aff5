import { expect, test } from 'vitest';
import { readCommandLineOptions } from './command-line-options.ts';

test('reads the environment', () => {
  expect(
    readCommandLineOptions({
      PORT: '5000',
      CONTROL_PORT: '5001',
      PUBLIC_URL: 'https://site.example',
      DATA_DIR: '/data',
      WEBHOOK_URL: 'http://api:3000/hook',
      WEBHOOK_SIGNING_KEY: 'k',
    }),
  ).toEqual({
    host: '127.0.0.1',
    port: 5000,
    controlPort: 5001,
    publicUrl: 'https://site.example',
    dataDir: '/data',
    webhookEndpoints: [{ url: 'http://api:3000/hook', signingKey: 'k' }],
  });
});

test('names every fault at once', () => {
  const read = () => readCommandLineOptions({ PORT: '99999', PUBLIC_URL: 'site', WEBHOOK_URL: 'http://a' });
  expect(read).toThrow(/PUBLIC_URL is not.*WEBHOOK_URL needs.*PORT is not a port/);
});
