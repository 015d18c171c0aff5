import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adoptFile, toFileName } from './file-name.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('names files of ids that differ only in case differently, whatever the case of file names', () => {
  const ids = ['shop', 'Shop', 'sHop', 'SHOP', 'shop_1', 'shop-1'];
  const names = ids.map((id) => toFileName(id).toLowerCase());
  expect(new Set(names).size).toBe(ids.length);
  expect(ids.map(toFileName)).toEqual(names);
  expect(names.map((name) => adoptFile(folder, name))).toEqual(ids);
});

it.each(['con', 'nul', 'aux', 'com1', 'LPT9'])('gives no file the name %s, which Windows reserves', (id) => {
  const name = toFileName(id);
  expect(name.toUpperCase()).not.toBe(id.toUpperCase());
  expect(adoptFile(folder, name)).toBe(id);
});

it('keeps the name of the longest id short enough for every file system', () => {
  const id = 'Z'.repeat(128);
  expect(toFileName(id).length).toBeLessThan(200);
  expect(adoptFile(folder, toFileName(id))).toBe(id);
});

it('renames a file that is named after the id itself', () => {
  writeFileSync(join(folder, 'Shop.state'), 'kept');
  expect(adoptFile(folder, 'Shop', '.state')).toBe('Shop');
  expect(readdirSync(folder)).toEqual(['shop+1.state']);
  expect(readFileSync(join(folder, 'shop+1.state'), 'utf8')).toBe('kept');
});

it.each(['.DS_Store', '._shop', 'shop+', 'shop+0', '1+1', 'shop+xyz', 'a b', ''])(
  'leaves a file named "%s" alone',
  (name) => {
    expect(adoptFile(folder, name)).toBeUndefined();
  },
);
