import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWSHeaderParameters,
  jwtVerify,
} from 'jose';
import type { Config } from '../../config/config.ts';

type VerifierConfig = Pick<Config['firebase'], 'projectId' | 'identityKeysUrl' | 'identityTimeoutMs'>;

const KEEP_KEYS_MS = 3_600_000;
const REFETCH_COOLDOWN_MS = 1000;
const MAX_UID_LENGTH = 128;
/** A smaller difference between the clocks is normal and harms nobody. */
const CLOCK_TOLERANCE_SECONDS = 300;

/**
 * Verifies as Firebase prescribes for third-party libraries. Errors other than jose's: the keys are unavailable. Knows
 * the provider's clock from its responses, because this machine's may be wrong, and decides by the one that favours the
 * user.
 */
export function createIdTokenVerifier(
  { projectId, identityKeysUrl, identityTimeoutMs }: VerifierConfig,
  reportWrongClock: (secondsAhead: number) => void,
) {
  let ahead: number | undefined;
  const published = createRemoteJWKSet(new URL(identityKeysUrl), {
    cacheMaxAge: KEEP_KEYS_MS,
    cooldownDuration: REFETCH_COOLDOWN_MS,
    timeoutDuration: identityTimeoutMs,
    [customFetch]: async (url, options) => {
      const response = await fetch(url, options);
      ahead = secondsAhead(response.headers);
      if (ahead !== 0) reportWrongClock(Math.round(ahead));
      return response;
    },
  });
  return async (token: string) => {
    // The answer with the keys also tells the time, by which even the first token must be judged.
    if (ahead === undefined) await published.reload();
    const by = ahead ?? 0;
    const now = Date.now() / 1000;
    const earliest = Math.min(now, now - by);
    const latest = Math.max(now, now - by) + CLOCK_TOLERANCE_SECONDS;
    const checks = {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      currentDate: new Date(earliest * 1000),
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    };
    const { payload } = await jwtVerify(
      token,
      (header: JWSHeaderParameters, jws: FlattenedJWSInput) => {
        // Without a key id, jose would accept the only published key.
        if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
        return published(header, jws);
      },
      checks,
    );
    const { sub, iat, email, name, auth_time: signedInAt, user_id: uid = sub } = payload;
    if (typeof sub !== 'string' || sub === '' || sub.length > MAX_UID_LENGTH) throw unusable('sub');
    if (uid !== sub) throw unusable('user_id');
    if (typeof signedInAt !== 'number' || signedInAt > latest) throw unusable('auth_time');
    if (iat === undefined || iat > latest) throw unusable('iat');
    return { uid: sub, email, name, signedInAt, signInAge: earliest - signedInAt };
  };
}

/** By how many seconds this machine's clock is ahead of the provider's; 0 if the difference is normal. */
function secondsAhead(headers: Headers): number {
  const sent = Date.parse(headers.get('date') ?? '') / 1000 + Number(headers.get('age') ?? 0);
  const measured = Date.now() / 1000 - sent;
  return Math.abs(measured) > CLOCK_TOLERANCE_SECONDS ? measured : 0;
}

export function isTokenRejection(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose throws its base error for an unusable key set response.
  return error instanceof errors.JOSEError && error.code !== errors.JOSEError.code;
}

const unusable = (claim: string) => new errors.JWTInvalid(`the claim ${claim} is invalid`);
