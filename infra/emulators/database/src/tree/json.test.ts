import { expect, test } from 'vitest';
import { type DataNode, replaceAt } from './data-node.ts';
import { fromJson } from './from-json.ts';
import { toExportJson, toPlainJson } from './to-json.ts';

const read = (json: unknown, existing: DataNode = null): DataNode =>
  fromJson(json, existing, { now: 1000, depth: 0 });
const exported = (json: unknown): unknown => JSON.parse(toExportJson(read(json)));
const plain = (json: unknown): unknown => JSON.parse(toPlainJson(read(json)));

test('stores arrays as children by index, and exports dense ones as arrays', () => {
  expect(exported(['a', null, 'c'])).toEqual({ 0: 'a', 2: 'c' });
  expect(plain(['a', null, 'c'])).toEqual(['a', null, 'c']);
  expect(plain({ 0: 'a', 9: 'b' })).toEqual({ 0: 'a', 9: 'b' });
  expect(plain({ '00': 'a' })).toEqual({ '00': 'a' });
});

test('normalizes -0 to 0', () => {
  expect(Object.is(read(-0), 0)).toBe(true);
});

test.each<[string, unknown]>([
  ['an unknown server value', { '.sv': 'later' }],
  ['an increment that overflows', { '.sv': { increment: 1e308 } }],
  ['a key with a dollar sign', { $a: 1 }],
  ['a directive', { '.read': true }],
  ['a boolean priority', { a: 1, '.priority': true }],
  ['children next to a value', { '.value': 1, a: 1 }],
  ['an object as a value', { '.value': { a: 1 } }],
])('rejects %s', (_, json) => {
  expect(() => read(json, 1e308)).toThrow(/^Invalid data: /);
});

test('keeps the priority of a scalar that gets a child', () => {
  const before = read({ '.value': 1, '.priority': 'p' });
  expect(toExportJson(replaceAt(before, ['a'], 2))).toBe('{".priority":"p","a":2}');
});
