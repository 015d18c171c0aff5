import { type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { parseObject } from '@outharbor/emulator-kit/json-object';

export type Claims = Readonly<Record<string, unknown>>;

export interface DecodedJwt {
  readonly header: Claims;
  readonly claims: Claims;
  readonly signingInput: string;
  readonly signature: Buffer;
}

const signInPool = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** An RS256 token, signed outside the event loop. */
export async function signJwt(claims: Claims, keyId: string, privateKey: KeyObject): Promise<string> {
  const input = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
  const signature = await signInPool('sha256', Buffer.from(input), privateKey);
  return `${input}.${signature.toString('base64url')}`;
}

/** Serves clients that accept only the official emulator's unsigned tokens. */
export function unsignedJwt(claims: Claims): string {
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

/** Undefined for text that is not a JWT. Verifies nothing. */
export function decodeJwt(token: string): DecodedJwt | undefined {
  const [header, claims, signature, ...rest] = token.split('.');
  if (header === undefined || claims === undefined || signature === undefined || rest.length > 0)
    return undefined;
  const decodedHeader = decode(header);
  const decodedClaims = decode(claims);
  if (decodedHeader === undefined || decodedClaims === undefined) return undefined;
  return {
    header: decodedHeader,
    claims: decodedClaims,
    signingInput: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Verifies an RS256 signature; any other algorithm, especially `none`, is rejected. */
export function isSignedBy({ header, signingInput, signature }: DecodedJwt, publicKey: KeyObject): boolean {
  return header.alg === 'RS256' && verify('sha256', Buffer.from(signingInput), publicKey, signature);
}

function encode(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): Claims | undefined {
  return parseObject(Buffer.from(part, 'base64url').toString());
}
