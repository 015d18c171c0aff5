import { generateKeyPairSync, sign } from 'node:crypto';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedTarget } from '../support/embedded-target.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor, type SdkVisitor } from '../support/sdk-visitor.ts';

const target = embeddedTarget();

const FOREIGN_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Builds an unsigned token, which anyone who knows the project name can do. */
function unsignedToken(uid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const issuer = 'https://securetoken.google.com/demo-outharbor';
  const body = {
    iss: issuer,
    aud: 'demo-outharbor',
    sub: uid,
    iat: now,
    auth_time: now,
    exp: now + 60,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(body)}.`;
}

describe('the API with the emulated identity service', () => {
  let visitor: SdkVisitor;
  beforeEach(async () => {
    visitor = await registerVisitor(target().url, newPerson());
  });
  afterEach(() => visitor.leave());

  async function book(token: string, customerId: string): Promise<number> {
    const response = await fetch(`${target().url}${API_PATHS.createCheckoutSession}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: FIRST.price, customerId }),
    });
    return response.status;
  }

  it('accepts signed tokens and rejects unsigned ones', async () => {
    expect(await book(await visitor.user.getIdToken(), visitor.user.uid)).toBe(200);
    const { uid } = visitor.user;
    expect(await book(unsignedToken(uid), uid)).toBe(401);
  });

  it('rejects a foreign signing key, as the database does, and accepts a rotated one', async () => {
    const { uid } = visitor.user;
    const token = await visitor.user.getIdToken();
    const [header, claims] = token.split('.');
    const forged = sign('RSA-SHA256', Buffer.from(`${header}.${claims}`), FOREIGN_KEY).toString('base64url');
    const read = async (auth: string) =>
      (
        await fetch(
          `${target().stack.database.url}/users/${uid}.json?ns=demo-outharbor-default-rtdb&auth=${auth}`,
        )
      ).status;
    expect([
      await book(`${header}.${claims}.${forged}`, uid),
      await read(`${header}.${claims}.${forged}`),
    ]).toEqual([401, 401]);
    expect(await read(unsignedToken(uid))).toBe(401);
    await target().stack.identity.rotateKeys();
    expect([await book(token, uid), await read(token)]).toEqual([200, 200]);
  });
});
