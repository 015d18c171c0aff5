import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { replaceFile, replaceFileSync } from './replace-file.ts';

let rename: MockInstance<typeof fs.renameSync>;
let folder: string;
beforeEach(() => {
  rename = vi.spyOn(fs, 'renameSync');
  syncBuiltinESMExports();
  folder = mkdtempSync(join(tmpdir(), 'replaced-'));
});
afterEach(() => {
  rename.mockRestore();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
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
