import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  jwtVerify,
} from 'jose';
import type { Config } from '../../config/config.ts';
import type { ProviderClock } from './provider-clock.ts';

export interface IdTokenClaims {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** Unix seconds. */
  readonly signedInAt: number;
  /** Seconds since then. */
  readonly signInAge: number;
}

type VerifierConfig = Pick<Config['firebase'], 'projectId' | 'identityKeysUrl' | 'identityTimeoutMs'>;

const KEEP_KEYS_MS = 3_600_000;
const REFETCH_COOLDOWN_MS = 1000;
const MAX_UID_LENGTH = 128;

/** As Firebase prescribes for third-party libraries. Errors other than jose's: the keys are unavailable. */
export function createIdTokenVerifier(
  { projectId, identityKeysUrl, identityTimeoutMs }: VerifierConfig,
  clock: ProviderClock,
) {
  const published = createRemoteJWKSet(new URL(identityKeysUrl), {
    cacheMaxAge: KEEP_KEYS_MS,
    cooldownDuration: REFETCH_COOLDOWN_MS,
    timeoutDuration: identityTimeoutMs,
    [customFetch]: async (url, options) => {
      const response = await fetch(url, options);
      clock.observe(response.headers);
      return response;
    },
  });
  const keyOf = (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    // Without a key id, jose would accept the only published key.
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    return published(header, token);
  };
  return async (token: string): Promise<IdTokenClaims> => {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      currentDate: new Date(clock.earliest() * 1000),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    });
    const { sub, iat, email, name, auth_time: signedInAt, user_id: uid = sub } = payload;
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_UID_LENGTH) throw unusable('sub');
    if (uid !== sub) throw unusable('user_id');
    if (typeof signedInAt !== 'number' || clock.isFuture(signedInAt)) throw unusable('auth_time');
    if (iat === undefined || clock.isFuture(iat)) throw unusable('iat');
    const signInAge = clock.earliest() - signedInAt;
    return { uid: sub, email: textOf(email), name: textOf(name), signedInAt, signInAge };
  };
}

export function isTokenRefusal(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose throws its base error for an unusable key set response.
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

const unusable = (claim: string) => new errors.JWTInvalid(`the claim ${claim} is invalid`);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
