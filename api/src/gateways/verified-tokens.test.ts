import { beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedTokens } from './verified-tokens.ts';

const token = (uid: string, expiresAt = 3600) => ({
  identity: { uid, email: undefined, name: undefined },
  signedInAt: 0,
  expiresAt,
});

describe('createVerifiedTokens', () => {
  let time = 0;
  beforeEach(() => {
    time = 0;
  });
  const build = (capacity = 2) => createVerifiedTokens({ capacity, keepMs: 60_000, now: () => time });

  it('finds a token by its exact text and nothing else', () => {
    const tokens = build();
    tokens.add('a.b.c', token('u'));
    expect(tokens.find('a.b.c')).toEqual(token('u'));
    expect(tokens.find('a.b.d')).toBeUndefined();
    expect(tokens.find('')).toBeUndefined();
  });

  it('forgets a token in the moment in which it expires', () => {
    const tokens = build();
    tokens.add('a', token('u', 10));
    time = 9999;
    expect(tokens.find('a')).toBeDefined();
    time = 10_000;
    expect(tokens.find('a')).toBeUndefined();
  });

  it('forgets a token that lives on after the time it is kept for', () => {
    const tokens = build();
    tokens.add('a', token('u'));
    time = 60_000;
    expect(tokens.find('a')).toBeUndefined();
  });

  it('never keeps more than its capacity', () => {
    const tokens = build();
    for (const text of ['a', 'b', 'c']) tokens.add(text, token(text));
    expect(['a', 'b', 'c'].map((text) => tokens.find(text)?.identity.uid)).toEqual([undefined, 'b', 'c']);
  });

  it('keeps nothing that has expired, however far from its capacity', () => {
    const tokens = build(1000);
    for (time = 0; time < 600_000; time += 10_000) tokens.add(`at ${time}`, token('u'));
    expect(tokens.size).toBe(6);
  });

  it('counts a token that comes twice as one', () => {
    const tokens = build();
    for (const text of ['a', 'b', 'b']) tokens.add(text, token(text));
    expect(['a', 'b'].map((text) => tokens.find(text)?.identity.uid)).toEqual(['a', 'b']);
  });
});
