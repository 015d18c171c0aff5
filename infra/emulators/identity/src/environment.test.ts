import { expect, it } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

it('defaults to port 9099 and strict mode', () => {
  expect(optionsFromEnvironment({})).toEqual({ projectId: 'demo-outharbor', port: 9099, permissive: false });
});

it('reads every option and ignores empty variables', () => {
  const environment = {
    FIREBASE_PROJECT_ID: 'demo-a',
    HOST: '0.0.0.0',
    PORT: '0',
    CONTROL_PORT: '9098',
    DATA_DIR: '/data',
    ACTION_URL: 'http://localhost/action',
    PERMISSIVE: 'true',
  };
  expect(optionsFromEnvironment(environment)).toEqual({
    projectId: 'demo-a',
    host: '0.0.0.0',
    port: 0,
    controlPort: 9098,
    dataDir: '/data',
    actionUrl: 'http://localhost/action',
    permissive: true,
  });
  expect(optionsFromEnvironment({ PORT: '', DATA_DIR: '', PERMISSIVE: '' })).toEqual(
    optionsFromEnvironment({}),
  );
});
