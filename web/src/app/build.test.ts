import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Budget, overBudget } from '../../prerender/budget.ts';

const WEB = path.resolve(import.meta.dirname, '../..');

describe('overBudget', () => {
  const budget = { htmlGzip: 14_000 } as Budget;

  it('names what is too heavy and by how much', () => {
    expect(overBudget([{ what: 'faq.html', limit: 'htmlGzip', bytes: 14_001 }], budget)).toEqual([
      'faq.html has 14001 bytes, 1 over htmlGzip',
    ]);
  });

  it('lets pass what just fits', () => {
    expect(overBudget([{ what: 'faq.html', limit: 'htmlGzip', bytes: 14_000 }], budget)).toEqual([]);
  });
});

it('the site builds from its content and stays within budget.json', { timeout: 180_000 }, async () => {
  const { NODE_ENV: _ofTheTests, ...environment } = process.env;
  const build = promisify(execFile)(process.execPath, ['prerender/build.ts', '--check'], {
    cwd: WEB,
    env: environment,
  });
  await expect(build).resolves.toBeDefined();
});
