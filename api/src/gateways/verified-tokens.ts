import { hash } from 'node:crypto';
import type { Identity } from './identity-gateway.ts';

/** What of a verified token is needed again; times in Unix seconds. */
export interface VerifiedToken {
  readonly identity: Identity;
  readonly signedInAt: number;
  readonly expiresAt: number;
}

export interface VerifiedTokensOptions {
  readonly capacity?: number;
  /** A signing key that is withdrawn counts for so much longer at the most. */
  readonly keepMs?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly token: VerifiedToken;
  readonly until: number;
}

/**
 * Tokens that have passed every check, found again by their digest, the oldest forgotten first.
 * Only what cannot change is remembered: signature and claims. That an account was closed is not among it.
 */
export function createVerifiedTokens({
  capacity = 10_000,
  keepMs = 5 * 60_000,
  now = Date.now,
}: VerifiedTokensOptions = {}) {
  const kept = new Map<string, Kept>();

  // A token that expires early may wait behind those that came before it, none for longer than `keepMs`.
  const forgetExpired = (time: number) => {
    for (const [digest, { until }] of kept) {
      if (until > time) return;
      kept.delete(digest);
    }
  };

  return {
    get size(): number {
      return kept.size;
    },
    find(text: string): VerifiedToken | undefined {
      const found = kept.get(digestOf(text));
      return found !== undefined && found.until > now() ? found.token : undefined;
    },
    add(text: string, token: VerifiedToken): void {
      const digest = digestOf(text);
      const time = now();
      // One that is there already moves to the end and takes no second place.
      kept.delete(digest);
      forgetExpired(time);
      const [oldest] = kept.size < capacity ? [] : kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(digest, { token, until: Math.min(token.expiresAt * 1000, time + keepMs) });
    },
  };
}

// The token itself, which is as good as a password for an hour, is not kept.
const digestOf = (text: string) => hash('sha256', text, 'base64');
