import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it('names a file that does not exist', async () => {
  const error = await readFile('/nowhere/at-all.json').catch((failure: unknown) => failure);
  expect(explain(error)).toBe('/nowhere/at-all.json does not exist');
});

it('says that a folder is a file', async () => {
  const file = fileURLToPath(import.meta.url);
  const error = await mkdir(join(file, 'state'), { recursive: true }).catch((failure: unknown) => failure);
  expect(explain(error)).toMatch(/explain\.test\.ts\S* is or is below a file, not a folder \(ENOTDIR\)$/);
});

it('names a host that does not exist', () => {
  const failure = { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'machine.invalid' };
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND machine.invalid'), failure);
  expect(explain(error)).toBe('There is no host named machine.invalid (ENOTFOUND): check its spelling');
});

it('names a module that does not exist', () => {
  const message = "Cannot find module '/nowhere/seed.mjs' imported from /app/command-line.js";
  const error = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(explain(error)).toBe('/nowhere/seed.mjs does not exist');
});

it('keeps other messages', () => {
  expect(explain(new Error('Out of paper'))).toBe('Out of paper');
  expect(explain('Out of paper')).toBe('Out of paper');
});

it.each([
  ['EADDRINUSE', 4242, /^Port 4242 of 127\.0\.0\.1 is in use .* choose another port$/],
  ['EADDRNOTAVAIL', 4242, /^127\.0\.0\.1 is not an address of this machine/],
  ['EACCES', 443, /^Port 443 needs an administrator/],
  ['EACCES', 4242, /^The system reserves port 4242/],
])('says what to do about %s of port %i', (code, port, message) => {
  const error = Object.assign(new Error(code), { code, syscall: 'listen', port, address: '127.0.0.1' });
  expect(explain(error)).toMatch(message);
});
