import { expect, test } from 'vitest';
import type { DataNode } from './data-node.ts';
import { fromJson } from './from-json.ts';
import { nodeAt, replaceAt } from './node-at.ts';
import { toExportJson, toPlainJson, toShallowJson } from './to-json.ts';

const read = (json: unknown, existing: DataNode = null): DataNode =>
  fromJson(json, existing, { now: 1000, depth: 0 });
const exported = (json: unknown, existing?: DataNode): unknown =>
  JSON.parse(toExportJson(read(json, existing)));
const plain = (json: unknown): unknown => JSON.parse(toPlainJson(read(json)));

test.each([
  [null],
  [0],
  ['x'],
  [false],
  [{ a: { b: 1 } }],
  [{ '.value': 1, '.priority': 'p' }],
  [{ a: 1, '.priority': 2 }],
])('exports %j unchanged', (json) => {
  expect(exported(json)).toEqual(json);
});

test('drops empty nodes', () => {
  expect(exported({ a: {}, b: null, c: [], d: { e: { f: null } } })).toBe(null);
  expect(exported({ '.priority': 1 })).toBe(null);
  expect(exported({ '.value': null, '.priority': 1 })).toBe(null);
});

test('stores arrays as children by index, and exports dense ones as arrays', () => {
  expect(exported(['a', null, 'c'])).toEqual({ 0: 'a', 2: 'c' });
  expect(plain(['a', null, 'c'])).toEqual(['a', null, 'c']);
  expect(plain({ 0: 'a', 9: 'b' })).toEqual({ 0: 'a', 9: 'b' });
  expect(plain({ '00': 'a' })).toEqual({ '00': 'a' });
});

test.each([
  [2 ** 53, '9007199254740992'],
  [2 ** 63, '9.223372036854776e+18'],
  [-(2 ** 64), '-1.8446744073709552e+19'],
  [1e300, '1e+300'],
])('writes %d so that it fits a Java long or uses an exponent', (number, json) => {
  expect(toExportJson(read(number))).toBe(json);
  expect(toPlainJson(read({ '.value': number, '.priority': number }))).toBe(json);
  expect(toExportJson(read({ a: number, '.priority': number }))).toBe(`{".priority":${json},"a":${json}}`);
});

test('drops priorities in the plain form', () => {
  expect(plain({ a: { '.value': 1, '.priority': 'p' }, '.priority': 2 })).toEqual({ a: 1 });
});

test('shows only keys in the shallow form', () => {
  expect(JSON.parse(toShallowJson(read({ a: { b: 1 }, c: 0 })))).toEqual({ a: true, c: true });
});

test('normalizes -0 to 0', () => {
  expect(Object.is(read(-0), 0)).toBe(true);
});

test('resolves server values against the existing data', () => {
  const existing = read({ n: 5, text: 'x' });
  const json = {
    n: { '.sv': { increment: 2 } },
    text: { '.sv': { increment: 2 } },
    at: { '.sv': 'timestamp' },
    '.priority': { '.sv': 'timestamp' },
  };
  expect(exported(json, existing)).toEqual({ n: 7, text: 2, at: 1000, '.priority': 1000 });
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

test('shares all nodes outside the replaced path', () => {
  const before = read({ a: { b: 1 }, c: { d: 1 } });
  const after = replaceAt(before, ['a', 'b'], 2);
  expect(nodeAt(after, ['c'])).toBe(nodeAt(before, ['c']));
  expect(toExportJson(after)).toBe('{"a":{"b":2},"c":{"d":1}}');
});

test('removes parents that become empty', () => {
  expect(replaceAt(read({ a: { b: { c: 1 } } }), ['a', 'b', 'c'], null)).toBe(null);
});

test('keeps the priority of a scalar that gets a child', () => {
  const before = read({ '.value': 1, '.priority': 'p' });
  expect(toExportJson(replaceAt(before, ['a'], 2))).toBe('{".priority":"p","a":2}');
});
