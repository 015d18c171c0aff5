import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Identity } from '../identity-gateway.ts';

/** The reusable part of a verified token; times in Unix seconds. */
export interface VerifiedToken {
  readonly identity: Identity;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

/** Upper bound on how long a token outlives the withdrawal of its signing key. */
const KEEP_MS = 5 * 60_000;

/**
 * Caches the immutable results of verification, the signature and claims, by token digest. Whether the
 * account still exists is not cached.
 */
export function createVerifiedTokens(capacity = 10_000) {
  const kept = new LRUCache<string, VerifiedToken>({ max: capacity, ttl: KEEP_MS, perf: Date });
  return {
    find: (text: string): VerifiedToken | undefined => kept.get(digestOf(text)),
    add(text: string, token: VerifiedToken): void {
      const ttl = Math.min(KEEP_MS, token.expiresAt * 1000 - Date.now());
      // A TTL of 0 would mean no limit.
      if (ttl > 0) kept.set(digestOf(text), token, { ttl });
    },
  };
}

// The token itself is not stored: it is as good as a password for an hour.
const digestOf = (text: string) => hash('sha256', text, 'base64');
