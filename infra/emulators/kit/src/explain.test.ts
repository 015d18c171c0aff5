import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it('names a file that does not exist', async () => {
  const error = await readFile('/nowhere/at-all.json').catch((failure: unknown) => failure);
  expect(explain(error)).toBe('/nowhere/at-all.json does not exist');
});

it('keeps other messages', () => {
  expect(explain(new Error('Out of paper'))).toBe('Out of paper');
  expect(explain('Out of paper')).toBe('Out of paper');
});

it.each([
  ['EADDRINUSE', /^Port 4242 of 127\.0\.0\.1 is in use .* choose another port$/],
  ['EADDRNOTAVAIL', /^127\.0\.0\.1 is not an address of this machine/],
  ['EACCES', /^Port 4242 needs an administrator/],
])('says what to do about %s', (code, message) => {
  const error = Object.assign(new Error(code), { code, syscall: 'listen', port: 4242, address: '127.0.0.1' });
  expect(explain(error)).toMatch(message);
});
