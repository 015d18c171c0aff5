import { expect, test } from 'vitest';
import { parseSearchQuery } from './search-query.ts';

const find = (query: string) => parseSearchQuery(query, ['email', 'created']).metadata;

test.each([
  `metadata['uid']:'a'`,
  `metadata["uid"]:"a" AND created>5`,
  `email:'x' metadata['uid']:'a'`,
  `metadata['other']~'b' AND metadata['uid']:'a'`,
])('%s asks for metadata', (query) => {
  expect(find(query)).toEqual({ key: 'uid', value: 'a' });
});

test.each([
  `metadata['uid']:'a' OR email:'x'`,
  `-metadata['uid']:'a'`,
  `metadata['uid']:null`,
  `metadata['uid']~'a'`,
  `email:'a'`,
])('%s also finds objects without it', (query) => {
  expect(find(query)).toBeUndefined();
});
