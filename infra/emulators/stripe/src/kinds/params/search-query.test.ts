import { expect, test } from 'vitest';
import { parseSearchQuery } from './search-query.ts';

const find = (query: string) =>
  parseSearchQuery(query, { of: 'customers', types: { created: 'number', email: 'text' } }).metadata;

test.each([
  `metadata['uid']:'a'`,
  `metadata["uid"]:"a" AND created>5`,
  `email:'x' metadata['uid']:'a'`,
  `metadata['other']:null AND metadata['uid']:'a'`,
])('%s asks for metadata', (query) => {
  expect(find(query)).toEqual({ key: 'uid', value: 'a' });
});

test.each([`metadata['uid']:'a' OR email:'x'`, `-metadata['uid']:'a'`, `metadata['uid']:null`, `email:'a'`])(
  '%s also finds objects without it',
  (query) => {
    expect(find(query)).toBeUndefined();
  },
);
