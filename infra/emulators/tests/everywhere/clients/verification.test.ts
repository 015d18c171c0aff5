import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { ClientProgram } from './support/client-program.ts';
import { LANGUAGES } from './support/languages.ts';
import { startRealNames } from './support/real-names.ts';
import { signUp } from './support/rest-accounts.ts';

const HOUR_MS = 3_600_000;
/** Python's google-auth asks this host where an account may be used, and continues without an answer. */
const OPTIONAL_HOST = 'iamcredentials.googleapis.com';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const FORGERIES: readonly [string, (token: string) => string][] = [
  ['is unsigned', (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
  ['is signed by another key under a valid key ID', signedByAnotherKey],
  ['had its user changed after signing', withAnotherUser],
];

describe.each(LANGUAGES)(
  'ID token verification by the %s Admin SDK without emulator variables',
  (language) => {
    const names = suiteFixture(startRealNames);
    const client = suiteFixture(() => ClientProgram.start(language, names.environment));

    const verify = (token: string, checkRevoked = false) =>
      client.call('identity.verify', { token, checkRevoked });

    it('accepts the token of a signed-in user', async () => {
      const { idToken, localId } = await signUp(names.identity);
      expect(await verify(idToken)).toBe(localId);
      expect(await verify(idToken, true)).toBe(localId);
    });

    it.each(FORGERIES)('rejects a token that %s', async (_, forge) => {
      const { idToken } = await signUp(names.identity);
      await expect(verify(forge(idToken))).rejects.toMatchObject({ code: 'INVALID_ID_TOKEN' });
    });

    it('rejects a token for another project that the same key signed', async () => {
      const { apiKey } = names.identity.namespace('elsewhere');
      const { idToken } = await signUp(names.identity, apiKey);
      await expect(verify(idToken)).rejects.toMatchObject({ code: 'INVALID_ID_TOKEN' });
    });

    it('rejects an expired token', async () => {
      names.shiftClock(-2 * HOUR_MS);
      const { idToken } = await signUp(names.identity);
      names.shiftClock(0);
      await expect(verify(idToken)).rejects.toMatchObject({ code: 'EXPIRED_ID_TOKEN' });
    });

    it('rejects a revoked token only if revocation is checked', async () => {
      names.shiftClock(-60_000);
      const { idToken, localId } = await signUp(names.identity);
      names.shiftClock(0);
      await client.call('identity.revoke', { uid: localId });
      await expect(verify(idToken, true)).rejects.toMatchObject({ code: 'REVOKED_ID_TOKEN' });
      expect(await verify(idToken)).toBe(localId);
    });

    it('accepts tokens of the previous and the current key after a key rotation', async () => {
      const before = await signUp(names.identity);
      expect(await verify(before.idToken)).toBe(before.localId);
      await names.identity.rotateKeys();
      const after = await signUp(names.identity);
      expect(await verify(after.idToken), 'signed by the new key').toBe(after.localId);
      expect(await verify(before.idToken), 'signed by the previous key').toBe(before.localId);
    });

    it('contacts only the hosts of the identity service', () => {
      expect([...names.rejected].filter((name) => name !== OPTIONAL_HOST)).toEqual([]);
    });
  },
);

function signedByAnotherKey(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const input = token.split('.').slice(0, 2).join('.');
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`;
}

function withAnotherUser(token: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode({ ...readClaims(token), sub: 'another-user', user_id: 'another-user' })}.${signature}`;
}
