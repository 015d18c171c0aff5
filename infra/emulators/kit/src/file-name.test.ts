import { expect, it } from 'vitest';
import { readFileName, toFileName } from './file-name.ts';

it('names files of ids that differ only in case differently, whatever the case of file names', () => {
  const ids = ['shop', 'Shop', 'sHop', 'SHOP', 'shop_1', 'shop-1'];
  const names = ids.map((id) => toFileName(id).toLowerCase());
  expect(new Set(names).size).toBe(ids.length);
  expect(ids.map(toFileName)).toEqual(names);
  expect(names.map((name) => readFileName(name))).toEqual(ids);
});

it.each(['con', 'nul', 'aux', 'com1', 'LPT9'])('gives no file the name %s, which Windows reserves', (id) => {
  const name = toFileName(id);
  expect(name.toUpperCase()).not.toBe(id.toUpperCase());
  expect(readFileName(name)).toBe(id);
});

it('keeps the name of the longest id short enough for every file system', () => {
  const id = 'Z'.repeat(128);
  expect(toFileName(id).length).toBeLessThan(200);
  expect(readFileName(toFileName(id))).toBe(id);
});

it.each(['.DS_Store', '._shop', 'Shop', 'shop+', 'shop+0', '1+1', 'shop+xyz', 'a b', ''])(
  'leaves a file named "%s" alone',
  (name) => {
    expect(readFileName(name)).toBeUndefined();
  },
);
