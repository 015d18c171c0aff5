import { expect, it } from 'vitest';
import { readRehearseOptions } from './rehearse-options.ts';

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
