import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { decodeJwt, isSignedBy, signJwt } from '../../identity/src/tokens/jwt.ts';
import type { SigningKeys } from '../../identity/src/tokens/signing-keys.ts';
import { parseObject } from '../../kit/src/json-object.ts';
import { Rejection } from './read-call.ts';

const ID_TOKENS = ['idtoken'];
/** The emulator's are plain JSON that anyone can write. */
const SEALED: Readonly<Record<string, { readonly name: string; readonly error: string }>> = {
  refreshtoken: { name: 'refreshToken', error: 'INVALID_REFRESH_TOKEN' },
  mfapendingcredential: { name: 'mfaPendingCredential', error: 'INVALID_MFA_PENDING_CREDENTIAL' },
};
/** Custom tokens, providers' answers and passkeys, all of which the emulator believes without any proof. */
const UNPROVEN = ['token', 'postbody', 'requesturi', 'authenticatorauthenticationresponse'];
/** Response fields of the official emulator that carry tokens to sign. */
const SIGNED_FIELDS = ['idToken', 'id_token', 'access_token', 'sessionCookie'];

/**
 * What the emulator understands as `name`: it ignores case and separators, and so may read more names as one. Undefined
 * for letters that it would first simplify.
 */
const canonical = (name: string) => (/^\w+$/.test(name) ? name.replaceAll('_', '').toLowerCase() : undefined);

/** Far more than any call has. */
const MAX_DEPTH = 50;

/** Judges the credentials in requests to the emulator and makes those in its responses. */
export class Credentials {
  readonly #keys: SigningKeys;
  readonly #secret: KeyObject;

  constructor(keys: SigningKeys) {
    this.#keys = keys;
    this.#secret = keys.findSecret({ namespace: null, tenantId: undefined });
  }

  /** The value to send on. Throws a `Rejection` if it has a credential that was not issued here. */
  judge(value: unknown, mayClaim: boolean, depth = 0): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH)
      throw new Rejection(400, 'Invalid JSON payload received. It is nested too deeply.');
    if (Array.isArray(value)) return value.map((each) => this.judge(each, mayClaim, depth + 1));
    const fields = new Map<string, readonly [string, unknown]>();
    for (const [name, content] of Object.entries(value)) {
      const key = canonical(name);
      if (key === undefined || fields.has(key))
        throw new Rejection(400, `Invalid JSON payload received. Unknown name "${name}"`);
      fields.set(key, this.#judgeField(name, key, content, mayClaim, depth));
    }
    return Object.fromEntries(fields.values());
  }

  /** No call has a credential in its query. */
  judgeQuery(query: URLSearchParams): void {
    for (const name of query.keys()) {
      const key = canonical(name.replaceAll(/\W/g, ''));
      if (key === undefined || ID_TOKENS.includes(key) || key in SEALED)
        throw new Rejection(400, `Invalid value at ${name}: credentials are not accepted in the query.`);
    }
  }

  #judgeField(name: string, key: string, content: unknown, mayClaim: boolean, depth: number) {
    const sealed = SEALED[key];
    // Booleans are settings of the same name.
    if (typeof content === 'boolean') return [name, content] as const;
    if (ID_TOKENS.includes(key)) return ['idToken', this.#requireGenuine(content)] as const;
    if (sealed) return [sealed.name, this.#open(content, key) ?? reject(sealed.error)] as const;
    if (UNPROVEN.includes(key) && !mayClaim)
      throw new Rejection(400, 'OPERATION_NOT_ALLOWED : The emulator believes this without proof.');
    return [name, this.judge(content, mayClaim, depth + 1)] as const;
  }

  #requireGenuine(token: unknown): unknown {
    const jwt = typeof token === 'string' ? decodeJwt(token) : undefined;
    const key = typeof jwt?.header.kid === 'string' ? this.#keys.publicKey(jwt.header.kid) : undefined;
    const isCurrent = typeof jwt?.claims.exp === 'number' && jwt.claims.exp * 1000 > Date.now();
    // A session cookie is signed with the same key.
    const isIdToken = String(jwt?.claims.iss).startsWith('https://securetoken.google.com/');
    const isGenuine =
      isIdToken && jwt !== undefined && key !== undefined && isCurrent && isSignedBy(jwt, key);
    return isGenuine ? token : reject('INVALID_ID_TOKEN');
  }

  /** Signs the unsigned tokens in a response and seals what only the emulator may read; leaves the rest as it is. */
  async issue(text: Buffer): Promise<Buffer | string> {
    const fields = parseObject(text.toString('utf8'));
    if (fields === undefined) return text;
    const { id, privateKey } = this.#keys.current;
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value !== 'string') continue;
      const jwt = SIGNED_FIELDS.includes(name) ? decodeJwt(value) : undefined;
      if (jwt?.header.alg === 'none') fields[name] = await signJwt(jwt.claims, id, privateKey);
      const purpose = canonical(name) ?? '';
      if (purpose in SEALED) fields[name] = this.#seal(value, purpose);
    }
    return JSON.stringify(fields);
  }

  #seal(value: string, purpose: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#secret, nonce).setAAD(Buffer.from(purpose));
    const content = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
  }

  #open(sealed: unknown, purpose: string): string | undefined {
    const bytes = Buffer.from(typeof sealed === 'string' ? sealed : '', 'base64url');
    try {
      const cipher = createDecipheriv('aes-256-gcm', this.#secret, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      cipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString();
    } catch {
      return undefined;
    }
  }
}

function reject(message: string): never {
  throw new Rejection(400, message);
}
