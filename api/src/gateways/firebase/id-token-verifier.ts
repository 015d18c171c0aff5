import {
  createRemoteJWKSet,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  jwtVerify,
} from 'jose';
import type { Config } from '../../config/config.ts';

/** The claims of a verified token that are used. */
export interface IdTokenClaims {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** Unix seconds. */
  readonly signedInAt: number;
  /** Unix seconds. */
  readonly expiresAt: number;
}

type VerifierConfig = Pick<Config['firebase'], 'projectId' | 'identityKeysUrl' | 'identityTimeoutMs'>;

/** Keys are asked for again this often; between that, only for a key id that is not among them. */
const KEEP_KEYS_MS = 3_600_000;
/** The most often that unknown key ids make us ask. */
const ASK_AGAIN_AFTER_MS = 1000;
const LONGEST_UID = 128;

/**
 * Verifies ID tokens as Firebase's documentation prescribes for a third-party library: RS256 with a published key,
 * issuer, audience, times, and a user. The same code wherever the keys are published. Rejects with an error of jose
 * for a bad token, and with any other when the keys are unavailable.
 */
export function createIdTokenVerifier({ projectId, identityKeysUrl, identityTimeoutMs }: VerifierConfig) {
  const published = createRemoteJWKSet(new URL(identityKeysUrl), {
    cacheMaxAge: KEEP_KEYS_MS,
    cooldownDuration: ASK_AGAIN_AFTER_MS,
    timeoutDuration: identityTimeoutMs,
  });
  const keyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    // A lone published key would fit a token that names none.
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    return published(header, token);
  };
  return async (token: string): Promise<IdTokenClaims> => {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    });
    const { sub, email, name, auth_time: signedInAt, exp: expiresAt } = payload;
    if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_UID) throw unusable('sub');
    if (typeof signedInAt !== 'number' || typeof expiresAt !== 'number') throw unusable('auth_time');
    return { uid: sub, email: textOf(email), name: textOf(name), signedInAt, expiresAt };
  };
}

/** Whether `error` says that the token is bad, rather than that the keys could not be had. */
export function isTokenRefusal(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // The bare error is of the answer that should have been the keys.
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

const unusable = (claim: string) => new errors.JWTInvalid(`the claim ${claim} is of no use`);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
