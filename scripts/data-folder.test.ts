import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('is held while a stack runs and free afterwards', async () => {
  const unlock = await lockDataFolder(folder);
  expect(await readdir(folder)).toEqual(['lock']);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

it('is refused while another process holds it', async () => {
  await writeFile(join(folder, 'lock'), String(process.ppid));
  await expect(lockDataFolder(folder)).rejects.toThrow(`Process ${process.ppid} already runs`);
});

it('is taken over from a process that is gone', async () => {
  // Larger than any process id there can be.
  await writeFile(join(folder, 'lock'), String(2 ** 30));
  await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function');
});
