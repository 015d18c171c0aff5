import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const FOLDER = new URL('../../..', import.meta.url);

it('known differences have valid patterns, which do not hide a newer recording', async () => {
  const known = JSON.parse(await readFile(new URL('known-differences.json', FOLDER), 'utf8')) as {
    difference: string;
  }[];
  const patterns = known.map(({ difference }) => new RegExp(difference));
  const isKnown = (line: string) => patterns.some((pattern) => pattern.test(line));
  expect(isKnown('2025-10-29.clover customer.customer_account')).toBe(true);
  expect(isKnown('2026-03-25.dahlia customer.customer_account')).toBe(false);
  expect(isKnown('2025-10-29.clover charge.receipt_url: real string, here null')).toBe(false);
});
