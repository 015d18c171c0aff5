import { describe, expect, it } from 'vitest';
import { explain } from './explain-start-failure.ts';
import { readStartOptions } from './start-options.ts';

describe('the options of npm start', () => {
  it('are port 8080 on this machine, with the data of the last run', () => {
    expect(readStartOptions([], {})).toEqual({ port: 8080, host: '127.0.0.1', fresh: false });
  });

  it('take PORT, HOST and --fresh', () => {
    const options = readStartOptions(['--fresh'], { PORT: '9000', HOST: '0.0.0.0' });
    expect(options).toEqual({ port: 9000, host: '0.0.0.0', fresh: true });
  });

  it.each(['http', '-1', '65536', '80.5', ''])('refuse %j as a port', (PORT) => {
    expect(() => readStartOptions([], { PORT })).toThrow(/PORT must be/);
  });

  it('refuse a flag that does not exist', () => {
    expect(() => readStartOptions(['--frehs'], {})).toThrow(/--frehs/);
  });
});

it('explains a taken port in one line', () => {
  const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 8080 });
  expect(explain(error)).toBe(
    'Port 8080 is taken. Stop what listens there, or choose another: PORT=8081 npm start',
  );
});
