import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../../tests/support/test-folder.ts';
import { stateFile } from './state-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await testFolder();
});

test('loads the saved state from a file that only its owner can read', async () => {
  const file = stateFile<{ n: number }>(join(folder, 'new', 'state.json'));
  expect(await file.load()).toBeUndefined();
  await file.save(() => ({ n: 1 }));
  expect(await file.load()).toEqual({ n: 1 });
  expect((await stat(join(folder, 'new', 'state.json'))).mode & 0o077).toBe(0);
});

test('ends with the newest state and no draft after concurrent saves', async () => {
  const file = stateFile<{ n: number }>(join(folder, 'state.json'));
  let n = 0;
  const saves = Array.from({ length: 50 }, () => {
    n += 1;
    return file.save(() => ({ n }));
  });
  await Promise.all(saves);
  expect(await file.load()).toEqual({ n: 50 });
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('rejects a failed save, and saves again later', async () => {
  await writeFile(join(folder, 'blocked'), '');
  const blocked = stateFile<number>(join(folder, 'blocked', 'state.json'));
  await expect(blocked.save(() => 1)).rejects.toThrow(/EEXIST|ENOTDIR/);
  await rm(join(folder, 'blocked'));
  await blocked.save(() => 2);
  expect(await blocked.load()).toBe(2);
});

test('rejects a damaged file instead of starting empty', async () => {
  await writeFile(join(folder, 'state.json'), '{"n":');
  await expect(stateFile(join(folder, 'state.json')).load()).rejects.toThrow(/cannot read/);
});
