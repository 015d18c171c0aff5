import { expect, test } from 'vitest';
import { compareKeyBounds, compareKeys, integerKey } from './key-order.ts';

test('sorts integers first by value, then other keys by code unit', () => {
  const keys = ['b', 'a', '10', '9', '-5', '2147483648', 'Z', '-', '-Nabc', '0', '007', '7', ''];
  expect(keys.sort(compareKeys)).toEqual([
    '-5',
    '0',
    '7',
    '007',
    '9',
    '10',
    '',
    '-',
    '-Nabc',
    '2147483648',
    'Z',
    'a',
    'b',
  ]);
});

test.each([
  ['0', 0],
  ['-0', -0],
  ['007', 7],
  ['2147483647', 2147483647],
  ['-2147483648', -2147483648],
  ['2147483648', null],
  ['12345678901', null],
  ['1.5', null],
  ['1a', null],
  ['-', null],
  ['', null],
])('parses %j as the integer %s', (key, value) => {
  expect(integerKey(key)).toBe(value);
});

test('places [MIN_NAME] and [MAX_NAME] outside all keys', () => {
  for (const key of ['-5', 'a', '\uffff']) {
    expect(compareKeyBounds('[MIN_NAME]', key)).toBeLessThan(0);
    expect(compareKeyBounds('[MAX_NAME]', key)).toBeGreaterThan(0);
  }
});
