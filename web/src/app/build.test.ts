import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Budget, overBudget } from '../../prerender/budget.ts';

const WEB = path.resolve(import.meta.dirname, '../..');

describe('overBudget', () => {
  const budget = { htmlGzip: 14_000 } as Budget;

  it('reports each file over its limit and by how much', () => {
    expect(overBudget([{ what: 'faq.html', limit: 'htmlGzip', bytes: 14_001 }], budget)).toEqual([
      'faq.html has 14001 bytes, 1 over htmlGzip',
    ]);
  });

  it('accepts a file exactly at its limit', () => {
    expect(overBudget([{ what: 'faq.html', limit: 'htmlGzip', bytes: 14_000 }], budget)).toEqual([]);
  });
});

it('builds the site within the limits of budget.json', { timeout: 180_000 }, async () => {
  const { NODE_ENV: _testEnvironment, ...environment } = process.env;
  const build = promisify(execFile)(process.execPath, ['prerender/build.ts', '--check'], {
    cwd: WEB,
    env: environment,
  });
  await expect(build).resolves.toBeDefined();
});
