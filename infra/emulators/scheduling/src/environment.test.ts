import { expect, test } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

test('reads options from the environment', () => {
  expect(
    optionsFromEnvironment({
      PORT: '5000',
      CONTROL_PORT: '5001',
      PUBLIC_URL: 'https://site.example',
      DATA_DIR: '/data',
      WEBHOOK_URL: 'http://api:3000/hook',
      WEBHOOK_SIGNING_KEY: 'k',
    }),
  ).toEqual({
    port: 5000,
    controlPort: 5001,
    publicUrl: 'https://site.example',
    dataDir: '/data',
    webhookEndpoints: [{ url: 'http://api:3000/hook', signingKey: 'k' }],
  });
});
