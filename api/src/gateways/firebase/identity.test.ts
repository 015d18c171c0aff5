import { errors } from 'jose';
import { describe, expect, it } from 'vitest';
import { translateIdentityError } from './identity.ts';

const coded = (code: string) => Object.assign(new Error('no'), { code });

describe('translateIdentityError', () => {
  it.each<[string, Error]>([
    ['an expired token', new errors.JWTExpired('expired', {})],
    ['a claim that is not as it should be', new errors.JWTClaimValidationFailed('aud', {})],
    ['a bad signature', new errors.JWSSignatureVerificationFailed()],
    ['an unknown key', new errors.JWKSNoMatchingKey()],
    ['another algorithm', new errors.JOSEAlgNotAllowed('none')],
    ['what is no token', new errors.JWSInvalid('no')],
    ['a user who is gone', coded('auth/user-not-found')],
  ])('%s is a refusal', (_name, error) => {
    expect(translateIdentityError(error).code).toBe('unauthenticated');
  });

  it.each<[string, Error]>([
    ['keys that did not come in time', new errors.JWKSTimeout()],
    ['keys that make no sense', new errors.JWKSInvalid('no')],
    ['an answer that holds no keys', new errors.JOSEError('Expected 200 OK')],
    ['a connection that failed', new TypeError('fetch failed')],
    ['a look-up that failed', coded('app/network-error')],
    ['anything else', new Error('socket hang up')],
  ])('%s is no refusal', (_name, error) => {
    expect(translateIdentityError(error).code).toBe('dependency_unavailable');
  });
});
