import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromJson } from './from-json.ts';
import { hashNode } from './hash.ts';

const hash = (json: unknown): string => hashNode(fromJson(json, null, { now: 0, depth: 0 }));
const sha1 = (text: string): string => createHash('sha1').update(text).digest('base64');

test.each([
  ['nothing', null, ''],
  ['a string', 'é', sha1('string:é')],
  ['a boolean', true, sha1('boolean:true')],
  ['a number', 1, sha1('number:3ff0000000000000')],
  ['a negative number', -2.5, sha1('number:c004000000000000')],
  ['zero', 0, sha1('number:0000000000000000')],
  [
    'a number with a priority',
    { '.value': 1, '.priority': 'p' },
    sha1('priority:string:p:number:3ff0000000000000'),
  ],
  ['a branch', { b: true, a: 'x' }, sha1(`:a:${sha1('string:x')}:b:${sha1('boolean:true')}`)],
])('hashes %s', (_, json, expected) => {
  expect(hash(json)).toBe(expected);
});

test('sorts children by priority', () => {
  const a = { '.value': true, '.priority': 2 };
  const b = { '.value': true, '.priority': 1 };
  expect(hash({ a, b })).toBe(sha1(`:b:${hash(b)}:a:${hash(a)}`));
});

// The SDK derives the exponent from a logarithm, which is one too large for this number.
test("matches the SDK's number hash even where the SDK is imprecise", () => {
  expect(hash(281474976710655)).toBe(sha1('number:42fffffffffffff0'));
});
