import { errors } from 'jose';
import { describe, expect, it } from 'vitest';
import { translateIdentityError } from './identity.ts';

const coded = (code: string) => Object.assign(new Error('no'), { code });

describe('translateIdentityError', () => {
  it.each<[string, Error]>([
    ['a timeout fetching the keys', new errors.JWKSTimeout()],
    ['an invalid key set', new errors.JWKSInvalid('no')],
    ['an unexpected key set response', new errors.JOSEError('Expected 200 OK')],
    ['a failed connection', new TypeError('fetch failed')],
    ['a failed lookup', coded('app/network-error')],
    ['anything else', new Error('socket hang up')],
  ])('maps %s to dependency_unavailable', (_name, error) => {
    expect(translateIdentityError(error).code).toBe('dependency_unavailable');
  });
});
