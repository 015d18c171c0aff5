import { verify } from 'node:crypto';
import { isObject } from '@outharbor/emulator-kit/json-object';
import type { TokenAuthority } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';

export interface SignedIn {
  /** The `auth` variable for rules. */
  readonly auth: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch; absent when the token does not expire. */
  readonly expiresAt?: number;
}

type Claims = Record<string, unknown>;

const KEY_ID = /"kid"\s*:\s*"(\w+)"/;

/**
 * Reads an ID token. With an authority, the token must be signed by it and issued for its project. Without
 * one the signature is not verified: the token identifies a user but protects nothing.
 */
export function readIdToken(token: string, now: number, authority?: TokenAuthority): SignedIn {
  const claims = decodePart(token, 1, 'payload');
  if (authority !== undefined) rejectForeign(token, claims, authority);
  const uid = claims.sub ?? claims.user_id ?? claims.uid;
  if (typeof uid !== 'string' || uid === '') throw invalidToken('it has no user id');
  const expiresAt = findExpiry(claims, authority);
  if (expiresAt !== undefined && expiresAt <= now)
    throw new DatabaseError('expired_token', 'Auth token is expired');
  const firebase = claims.firebase as { sign_in_provider?: unknown } | undefined;
  const provider = firebase?.sign_in_provider ?? claims.provider_id ?? 'custom';
  return { auth: { uid, provider, token: claims }, ...(expiresAt !== undefined && { expiresAt }) };
}

/** Resolves when the token can be read; undefined if it can be at once. */
export function awaitKey(token: string, authority: TokenAuthority | undefined): Promise<void> | undefined {
  const [header = ''] = token.split('.', 1);
  const keyId = KEY_ID.exec(Buffer.from(header, 'base64url').toString())?.[1];
  return keyId === undefined ? undefined : authority?.fetchUnknown?.(keyId);
}

function rejectForeign(token: string, claims: Claims, authority: TokenAuthority): void {
  const { projectId } = authority;
  const { alg, kid } = decodePart(token, 0, 'header');
  if (alg !== 'RS256' || typeof kid !== 'string') throw invalidToken('it is not signed');
  const key = authority.publicKey(kid);
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  if (key === undefined || !verify('RSA-SHA256', Buffer.from(token.slice(0, end)), key, signature)) {
    throw invalidToken('its signature does not match this project');
  }
  if (claims.aud !== projectId || claims.iss !== `https://securetoken.google.com/${projectId}`) {
    throw invalidToken('it was issued for another project');
  }
}

// The SDK issues mock tokens at 0, so they would have expired in 1970; an authority issues no such tokens.
function findExpiry({ iat, exp }: Claims, authority: TokenAuthority | undefined): number | undefined {
  if (typeof exp === 'number') return iat === 0 && authority === undefined ? undefined : exp * 1000;
  if (authority !== undefined) throw invalidToken('it has no expiration time');
  return undefined;
}

function decodePart(token: string, index: number, name: string): Claims {
  const part = token.split('.')[index];
  if (!part) throw invalidToken('it is not a JWT');
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (isObject(value)) return value;
  } catch (error) {
    throw invalidToken(`its ${name} is not JSON: ${(error as Error).message}`);
  }
  throw invalidToken(`its ${name} is not an object`);
}

function invalidToken(why: string): DatabaseError {
  return new DatabaseError('invalid_token', `Invalid auth token: ${why}`);
}
