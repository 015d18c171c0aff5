import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { parseObject } from '@outharbor/emulator-kit/json-object';

/** Needs no storage, and does not look like a JWT, which database clients would treat differently. */
export function seal(secret: KeyObject, purpose: string, content: object): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}_${computeDigest(secret, purpose, payload).toString('base64url')}`;
}

export function unseal(secret: KeyObject, purpose: string, token: string): unknown {
  // Split by length, because base64url also uses the separator: the digest has 43 characters.
  const payload = token.slice(0, -44);
  const digest = Buffer.from(token.slice(-43), 'base64url');
  const expected = computeDigest(secret, purpose, payload);
  if (token.at(-44) !== '_' || digest.length !== expected.length || !timingSafeEqual(digest, expected)) {
    return undefined;
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** Unverified content; use it only to find the verifier. */
export function sealedContent(token: string): Readonly<Record<string, unknown>> | undefined {
  return parseObject(Buffer.from(token.slice(0, -44), 'base64url').toString());
}

function computeDigest(secret: KeyObject, purpose: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}.${payload}`).digest();
}
