import { DatabaseError } from './database-error.ts';

export interface SignedIn {
  /** The `auth` variable of rules. */
  readonly auth: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch; absent when the token does not expire. */
  readonly expiresAt?: number;
}

/**
 * Reads an id token of the Auth emulator. Such tokens are unsigned: anyone can make one, so this tells users
 * apart and protects nothing.
 */
export function readIdToken(token: string, now: number): SignedIn {
  const claims = decodeClaims(token);
  const uid = claims.sub ?? claims.user_id ?? claims.uid;
  if (typeof uid !== 'string' || uid === '') throw invalidToken('it names no user');
  const expiresAt = expiryOf(claims);
  if (expiresAt !== undefined && expiresAt <= now)
    throw new DatabaseError('expired_token', 'Auth token is expired');
  const firebase = claims.firebase as { sign_in_provider?: unknown } | undefined;
  const provider = firebase?.sign_in_provider ?? claims.provider_id ?? 'custom';
  return {
    auth: { uid, provider, token: claims },
    claims,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

// Mock tokens of the SDK are issued at 0 and would have expired in 1970.
function expiryOf({ iat, exp }: Record<string, unknown>): number | undefined {
  return typeof exp === 'number' && iat !== 0 ? exp * 1000 : undefined;
}

function decodeClaims(token: string): Record<string, unknown> {
  const [, payload] = token.split('.');
  if (!payload) throw invalidToken('it is not a JWT');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) {
      return claims as Record<string, unknown>;
    }
  } catch (error) {
    throw invalidToken(`its payload is not JSON: ${(error as Error).message}`);
  }
  throw invalidToken('its payload is not an object');
}

function invalidToken(why: string): DatabaseError {
  return new DatabaseError('invalid_token', `Invalid auth token: ${why}`);
}
