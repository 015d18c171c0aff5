import { expect, it } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

it('listens on the usual port and is strict by default', () => {
  expect(optionsFromEnvironment({})).toEqual({ projectId: 'demo-outharbor', port: 9099, permissive: false });
});

it('reads every option, and ignores an empty variable', () => {
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

it.each([
  ['PORT', '65536'],
  ['CONTROL_PORT', 'x'],
  ['PERMISSIVE', 'yes'],
  ['ACTION_URL', 'nowhere'],
])('names %s when it is wrong', (name, value) => {
  expect(() => optionsFromEnvironment({ [name]: value })).toThrow(name);
});
