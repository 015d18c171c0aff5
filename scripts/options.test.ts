import { describe, expect, it } from 'vitest';
import { readRehearseOptions, readStartOptions } from './options.ts';
import { explain } from './until-stopped.ts';
import { USAGE } from './usage.mjs';

describe('npm start', () => {
  it('defaults to port 8080 on loopback and keeps the data of the last run', () => {
    const options = readStartOptions([], {});
    expect(options).toMatchObject({ port: 8080, host: '127.0.0.1', consolePort: 4000, fresh: false });
    expect(options.dataDir).toMatch(/\.data$/);
  });

  it('reads PORT, HOST, CONSOLE_PORT, DATA_DIR and --fresh', () => {
    const options = readStartOptions(['--fresh'], {
      PORT: '9000',
      HOST: '0.0.0.0',
      CONSOLE_PORT: '0',
      DATA_DIR: '/tmp/x',
    });
    expect(options).toEqual({ port: 9000, host: '0.0.0.0', consolePort: 0, dataDir: '/tmp/x', fresh: true });
  });

  it.each(['http', '-1', '65536', '80.5', ''])('rejects %j as a port', (PORT) => {
    expect(() => readStartOptions([], { PORT })).toThrow(/PORT must be/);
  });

  it.each(['--fresh', '--help', 'PORT', 'HOST', 'CONSOLE_PORT', 'DATA_DIR'])(
    'includes %s in the --help text',
    (name) => {
      expect(USAGE.start).toMatch(new RegExp(`^  ${name} `, 'm'));
    },
  );

  it('rejects an unknown flag', () => {
    expect(() => readStartOptions(['--frehs'], {})).toThrow(/--frehs/);
  });
});

it('explains in one line that a port is in use', () => {
  const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 4000 });
  expect(explain(error)).toBe(
    'Port 4000 is in use. Stop the process that listens on it, or choose other ports: PORT=8081 CONSOLE_PORT=4001 npm start',
  );
});

it('defaults to processes, no latency and no rate limits', () => {
  expect(readRehearseOptions([])).toEqual({ docker: false, latencyMs: 0, rateLimits: false });
  expect(readRehearseOptions(['--docker', '--latency', '75', '--rate-limits'])).toEqual({
    docker: true,
    latencyMs: 75,
    rateLimits: true,
  });
});

it.each([['--latency', 'far'], ['--latency=-75'], ['--far']])('rejects %s %s', (...args) => {
  expect(() => readRehearseOptions(args.filter(Boolean))).toThrow(/latency|--far/);
});
