import { expect, test } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

test('defaults to port 9000', () => {
  expect(optionsFromEnvironment({})).toEqual({ port: 9000 });
});

test('reads every option', () => {
  expect(
    optionsFromEnvironment({
      HOST: '0.0.0.0',
      PORT: '1',
      CONTROL_PORT: '2',
      RULES_FILE: 'rules.json',
      DATA_DIR: 'data',
      SAVE_INTERVAL_MS: '5',
      SECOND_HOST: 's-1.example',
      CONNECTION_LIMIT: '100',
      LATENCY_MS: '75',
    }),
  ).toEqual({
    host: '0.0.0.0',
    port: 1,
    controlPort: 2,
    rulesFile: 'rules.json',
    dataDir: 'data',
    saveIntervalMs: 5,
    secondHost: 's-1.example',
    connectionLimit: 100,
    latencyMs: 75,
  });
});

test('accepts tokens from an identity emulator, which requires a project id', () => {
  const environment = {
    IDENTITY_URL: 'http://127.0.0.1:9099',
    FIREBASE_PROJECT_ID: 'demo',
    ALLOW_OWNER: 'true',
  };
  expect(optionsFromEnvironment(environment)).toMatchObject({
    tokenAuthority: { projectId: 'demo' },
    allowOwner: true,
  });
  expect(() => optionsFromEnvironment({ IDENTITY_URL: 'http://127.0.0.1:9099' })).toThrow(
    /FIREBASE_PROJECT_ID/,
  );
  expect(() => optionsFromEnvironment({ IDENTITY_URL: 'nowhere', FIREBASE_PROJECT_ID: 'demo' })).toThrow(
    /IDENTITY_URL must be an http or https URL/,
  );
});
