import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createVerifiedTokens } from './verified-tokens.ts';

const token = (uid: string, expiresAt = 3600) => ({
  identity: { uid, email: undefined, name: undefined },
  signedInAt: 0,
  expiresAt,
});

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout'] });
  // The cache treats a clock at 0 as unset.
  vi.advanceTimersByTime(1000);
});
afterEach(() => {
  vi.useRealTimers();
});

it('finds a token only by its exact text', () => {
  const tokens = createVerifiedTokens();
  tokens.add('a.b.c', token('u'));
  expect(tokens.find('a.b.c')).toEqual(token('u'));
  expect(tokens.find('a.b.d')).toBeUndefined();
  expect(tokens.find('')).toBeUndefined();
});

it('evicts a token when it expires', () => {
  const tokens = createVerifiedTokens();
  tokens.add('a', token('u', 11));
  vi.advanceTimersByTime(9_900);
  expect(tokens.find('a')).toBeDefined();
  vi.advanceTimersByTime(200);
  expect(tokens.find('a')).toBeUndefined();
});

it('evicts an unexpired token after five minutes', () => {
  const tokens = createVerifiedTokens();
  tokens.add('a', token('u'));
  vi.advanceTimersByTime(300_100);
  expect(tokens.find('a')).toBeUndefined();
});

it('does not store an expired token', () => {
  const tokens = createVerifiedTokens();
  tokens.add('a', token('u', 0));
  expect(tokens.find('a')).toBeUndefined();
});

it('never exceeds its capacity', () => {
  const tokens = createVerifiedTokens(2);
  for (const text of ['a', 'b', 'c']) tokens.add(text, token(text));
  expect(['a', 'b', 'c'].map((text) => tokens.find(text)?.identity.uid)).toEqual([undefined, 'b', 'c']);
});
