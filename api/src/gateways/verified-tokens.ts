import { hash } from 'node:crypto';

/** What of a verified token is needed again; times in Unix seconds. */
export interface VerifiedToken {
  readonly uid: string;
  readonly exp: number;
}

export interface VerifiedTokensOptions {
  readonly capacity?: number;
  /** A signing key that is withdrawn counts for so much longer at the most. */
  readonly keepMs?: number;
  readonly now?: () => number;
}

interface Kept<Token> {
  readonly token: Token;
  readonly until: number;
}

/**
 * Tokens that have passed every check, found again by their digest, the oldest forgotten first.
 * Only what cannot change is remembered: signature and claims. That an account was closed is not among it.
 */
export function createVerifiedTokens<Token extends VerifiedToken>({
  capacity = 10_000,
  keepMs = 5 * 60_000,
  now = Date.now,
}: VerifiedTokensOptions = {}) {
  const kept = new Map<string, Kept<Token>>();

  return {
    find(text: string): Token | undefined {
      const digest = digestOf(text);
      const found = kept.get(digest);
      if (found === undefined || found.until > now()) return found?.token;
      kept.delete(digest);
      return undefined;
    },
    add(text: string, token: Token): void {
      const [oldest] = kept.size < capacity ? [] : kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(digestOf(text), { token, until: Math.min(token.exp * 1000, now() + keepMs) });
    },
  };
}

// The token itself, which is as good as a password for an hour, is not kept.
const digestOf = (text: string) => hash('sha256', text, 'base64');
