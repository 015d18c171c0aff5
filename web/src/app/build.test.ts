import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '../..');

it('builds the site', { timeout: 180_000 }, async () => {
  const { NODE_ENV: _testEnvironment, ...environment } = process.env;
  const build = promisify(execFile)(process.execPath, ['prerender/build.ts', '--check'], {
    cwd: WEB,
    env: environment,
  });
  await expect(build).resolves.toBeDefined();
});
