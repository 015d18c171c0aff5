import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tooHeavy, weightReport } from '../../prerender/page-weights.ts';

const WEB = path.resolve(import.meta.dirname, '../..');

const RECORDED = { 'faq.html': { document: 10_000, scripts: 80_000 } };

describe('the weight of a page', () => {
  const of = (document: number, scripts: number) => ({ 'faq.html': { document, scripts } });

  it('is reported with its change', () => {
    expect(weightReport({ ...of(10_900, 80_000), 'new.html': { document: 9000 } }, RECORDED)).toEqual([
      'faq.html: 90.9 kB (+1.0 %): document 10.9 kB, scripts 80.0 kB',
      'new.html: 9.0 kB (new): document 9.0 kB',
    ]);
  });

  it('may grow by ten per cent', () => {
    expect(tooHeavy(of(19_000, 80_000), RECORDED)).toEqual([]);
  });

  it('fails the build above that, with the files that grew', () => {
    expect(tooHeavy(of(9000, 91_000), RECORDED)).toEqual([
      'faq.html has 100.0 kB, +11.1 % over the recorded size: scripts grew by 11.0 kB',
    ]);
  });
});

it('builds the site no more than ten per cent above its recorded weights', { timeout: 180_000 }, async () => {
  const { NODE_ENV: _testEnvironment, ...environment } = process.env;
  const build = promisify(execFile)(process.execPath, ['prerender/build.ts', '--check'], {
    cwd: WEB,
    env: environment,
  });
  await expect(build).resolves.toBeDefined();
});
