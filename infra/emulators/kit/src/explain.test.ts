import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it('names a host that does not exist', () => {
  const failure = { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'machine.invalid' };
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND machine.invalid'), failure);
  expect(explain(error)).toBe('There is no host named machine.invalid (ENOTFOUND): check its spelling');
});

it('says what to do about a full disk', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(explain(error)).toMatch(/^The disk is full \(ENOSPC\)/);
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
