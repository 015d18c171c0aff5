import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const COMMAND = fileURLToPath(new URL(`../${manifest.bin.emulators}`, import.meta.url));

it('writes a compile cache for the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emulators-'));
  try {
    const { PATH } = process.env;
    const run = promisify(execFile)(process.execPath, ['--no-warnings', COMMAND, '--version'], {
      env: { PATH, TMPDIR: folder },
    });
    expect((await run).stdout.trim()).toBe(manifest.version);
    expect(await readdir(folder)).toEqual(['node-compile-cache']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
