import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, renameSync: vi.fn(fs.renameSync) };
});

// The set-up of the tests may have loaded it with the real file system.
vi.resetModules();
const { replaceFile, replaceFileSync } = await import('./replace-file.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replaced-'));
});
afterEach(() => {
  vi.clearAllMocks();
  rmSync(folder, { recursive: true });
});

const rejectOnce = (code: string) =>
  vi.mocked(renameSync).mockImplementationOnce(() => {
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
});

it('reports any other failure at once', () => {
  rejectOnce('ENOSPC');
  expect(() => replaceFileSync(join(folder, 'state.json'), ['content'])).toThrow('ENOSPC');
  expect(renameSync).toHaveBeenCalledOnce();
});
