import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Tokens that mean something to this emulator alone: JSON with a digest that only the holder of the secret can make.
 * They need no storage, and look like no JWT, which clients of the database would treat otherwise.
 */
export function seal(secret: Buffer, purpose: string, content: object): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}_${digestOf(secret, purpose, payload).toString('base64url')}`;
}

/** The content of a token that was sealed for this purpose, or undefined. */
export function unseal(secret: Buffer, purpose: string, token: string): unknown {
  // The digest has 43 characters, and base64url holds the separator as well.
  const payload = token.slice(0, -44);
  const digest = Buffer.from(token.slice(-43), 'base64url');
  const expected = digestOf(secret, purpose, payload);
  if (token.at(-44) !== '_' || digest.length !== expected.length || !timingSafeEqual(digest, expected)) {
    return undefined;
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** What a sealed token says, unverified: only for finding who is to verify it. */
export function sealedContent(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(Buffer.from(token.slice(0, -44), 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function digestOf(secret: Buffer, purpose: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}.${payload}`).digest();
}
