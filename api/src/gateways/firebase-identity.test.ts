import { describe, expect, it } from 'vitest';
import { translateIdentityError } from './firebase-identity.ts';

const coded = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('translateIdentityError', () => {
  it.each([
    'auth/argument-error',
    'auth/id-token-expired',
    'auth/id-token-revoked',
    'auth/user-disabled',
    'auth/user-not-found',
  ])('%s is a refusal', (code) => expect(translateIdentityError(coded(code)).code).toBe('unauthenticated'));

  it('is no refusal when the keys could not be fetched, or the service is away', () => {
    const keys = coded('auth/argument-error', 'Error fetching public keys for Google certs');
    expect(translateIdentityError(keys).code).toBe('dependency_unavailable');
    expect(translateIdentityError(coded('app/network-error')).code).toBe('dependency_unavailable');
    expect(translateIdentityError(new Error('socket hang up')).code).toBe('dependency_unavailable');
  });
});
