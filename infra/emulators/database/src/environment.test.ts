import { expect, test } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

test('the defaults', () => {
  expect(optionsFromEnvironment({})).toEqual({ port: 9000 });
});

test('everything that can be set', () => {
  expect(
    optionsFromEnvironment({
      HOST: '0.0.0.0',
      PORT: '1',
      CONTROL_PORT: '2',
      RULES_FILE: 'rules.json',
      DATA_DIR: 'data',
      SAVE_INTERVAL_MS: '5',
    }),
  ).toEqual({
    host: '0.0.0.0',
    port: 1,
    controlPort: 2,
    rulesFile: 'rules.json',
    dataDir: 'data',
    saveIntervalMs: 5,
  });
});

test.each([['-1'], ['65536'], ['1.5'], ['x']])('the port %s is refused by name', (PORT) => {
  expect(() => optionsFromEnvironment({ PORT })).toThrow(/^PORT is not an integer/);
});
