import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../identity-gateway.ts';

/** What of a verified token is needed again; times in Unix seconds. */
export interface VerifiedToken {
  readonly identity: Identity;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/** A signing key that is withdrawn counts for so much longer at the most. */
const KEEP_MS = 5 * 60_000;

/**
 * Tokens that have passed every check, found again by their digest. Only what cannot change is remembered:
 * signature and claims. That an account was closed is not among it.
 */
export function createVerifiedTokens(capacity = 10_000) {
  const kept = new LRUCache<string, VerifiedToken>({ max: capacity, ttl: KEEP_MS, perf: Date });
  return {
    find: (text: string): VerifiedToken | undefined => kept.get(digestOf(text)),
    add(text: string, token: VerifiedToken): void {
      const ttl = Math.min(KEEP_MS, token.expiresAt * 1000 - Date.now());
      // The cache takes 0 for no limit.
      if (ttl > 0) kept.set(digestOf(text), token, { ttl });
    },
  };
}

// The token itself, which is as good as a password for an hour, is not kept.
const digestOf = (text: string) => hash('sha256', text, 'base64');
