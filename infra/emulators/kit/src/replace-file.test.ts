import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { testFolder } from '../../tests/support/test-folder.ts';
import { replaceFile, replaceFileSync } from './replace-file.ts';

let rename: MockInstance<typeof fs.renameSync>;
let folder: string;
beforeEach(async () => {
  folder = await testFolder();
  rename = vi.spyOn(fs, 'renameSync');
  syncBuiltinESMExports();
});
afterEach(() => {
  rename.mockRestore();
  syncBuiltinESMExports();
});

const rejectOnce = (code: string) =>
  rename.mockImplementationOnce(() => {
    throw Object.assign(new Error(`${code}: rename`), { code });
  });

it.each(['EPERM', 'EACCES', 'EBUSY'])('replaces a file that answers %s for a moment', async (code) => {
  const path = join(folder, 'state.json');
  replaceFileSync(path, ['former']);
  rejectOnce(code);
  replaceFileSync(path, ['newer']);
  rejectOnce(code);
  await replaceFile(path, ['new', 'est']);
  expect(readFileSync(path, 'utf8')).toBe('newest');
  expect(readdirSync(folder)).toEqual(['state.json']);
  expect(rename).toHaveBeenCalledTimes(5);
});

it('reports any other failure at once', () => {
  rejectOnce('ENOSPC');
  expect(() => replaceFileSync(join(folder, 'state.json'), ['content'])).toThrow('ENOSPC');
  expect(rename).toHaveBeenCalledOnce();
});
