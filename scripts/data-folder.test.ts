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

it('locks the data folder until it is unlocked', async () => {
  const unlock = await lockDataFolder(folder);
  expect(await readdir(folder)).toEqual(['lock']);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

it('rejects while another process holds the lock', async () => {
  await writeFile(join(folder, 'lock'), String(process.ppid));
  await expect(lockDataFolder(folder)).rejects.toThrow(`Process ${process.ppid} is already using`);
});

it('takes over the lock of a process that no longer exists', async () => {
  // Larger than any possible process id.
  await writeFile(join(folder, 'lock'), String(2 ** 30));
  await expect(lockDataFolder(folder)).resolves.toBeTypeOf('function');
});
