import { isObject, parseObject } from '@outharbor/emulator-kit/json-object';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Claims } from './jwt.ts';

/** A sign-in, carried along in refresh tokens. */
export interface SignIn {
  readonly provider: string;
  /** Unix seconds. */
  readonly authTime: number;
  /** Claims of a custom token; they persist for the whole session. */
  readonly customClaims?: Claims | undefined;
  readonly secondFactor?: { readonly identifier: string; readonly provider: string } | undefined;
  readonly attributes?: Claims | undefined;
}

export const ID_TOKEN_SECONDS = 3600;

const RESERVED = [
  ...['acr', 'amr', 'at_hash', 'aud', 'auth_time', 'azp', 'c_hash', 'cnf', 'exp', 'firebase', 'iat', 'iss'],
  ...['jti', 'nbf', 'nonce', 'sub', 'user_id'],
];
const MAX_CLAIMS_BYTES = 1000;

/** Claims shared by ID tokens and session cookies. */
export function buildClaims(
  user: User,
  { provider, authTime, customClaims, secondFactor, attributes }: SignIn,
): Claims {
  const claims = {
    name: user.displayName,
    picture: user.photoUrl,
    ...(JSON.parse(user.customAttributes ?? '{}') as Claims),
    ...customClaims,
    ...(provider === 'anonymous' && { provider_id: 'anonymous' }),
    auth_time: authTime,
    user_id: user.localId,
    sub: user.localId,
    email: user.email,
    email_verified: user.email === undefined ? undefined : user.emailVerified,
    phone_number: user.phoneNumber,
    firebase: {
      identities: listIdentities(user),
      sign_in_provider: provider,
      tenant: user.tenantId,
      sign_in_attributes: attributes,
      ...(secondFactor && {
        sign_in_second_factor: secondFactor.provider,
        second_factor_identifier: secondFactor.identifier,
      }),
    },
  };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

function listIdentities({ email, phoneNumber, federated }: User): Record<string, string[]> {
  const identities: Record<string, string[]> = {};
  if (email !== undefined) identities.email = [email];
  if (phoneNumber !== undefined) identities.phone = [phoneNumber];
  for (const { providerId, rawId } of federated)
    identities[providerId] = [...(identities[providerId] ?? []), rawId];
  return identities;
}

const STANDARD = new Set([
  ...RESERVED,
  ...['email', 'email_verified', 'name', 'phone_number', 'picture', 'provider_id'],
]);

/** Claims that come from an administrator or a custom token. */
export function pickDeveloperClaims(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !STANDARD.has(name)));
}

/** Rejects custom claims that the service rejects: too long, not an object, or with a reserved name. */
export function rejectBadClaims(text: string): void {
  if (Buffer.byteLength(text) > MAX_CLAIMS_BYTES) throw badRequest('CLAIMS_TOO_LARGE');
  rejectReservedClaims(parseObject(text));
}

export function rejectReservedClaims(claims: unknown): void {
  if (!isObject(claims)) throw badRequest('INVALID_CLAIMS');
  const reserved = RESERVED.find((name) => Object.hasOwn(claims, name));
  if (reserved !== undefined) throw badRequest(`FORBIDDEN_CLAIM : ${reserved}`);
}
