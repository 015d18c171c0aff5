import type { IncomingMessage } from 'node:http';
import { isObject } from '@outharbor/emulator-kit/json-object';
import { isPublicTraffic, type PageGuard } from '@outharbor/emulator-kit/page-guard';
import { type Authority, OWNER, SIGNED_OUT } from '../namespace/authority.ts';
import type { Namespace } from '../namespace/namespace.ts';
import { readIdToken } from '../protocol/auth-token.ts';
import { isAdministrator, OWNER_CREDENTIAL, type TokenRules } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { rejectInexactClaims } from '../tree/inexact-integer.ts';
import { parseExactJson } from '../wire/parse-json.ts';
import { RestError } from './rest-response.ts';

/** One REST request with its caller. The body is read on demand. */
export interface RestRequest {
  readonly method: string;
  readonly namespace: Namespace;
  /** Without its `.json`. */
  readonly path: string;
  readonly isJson: boolean;
  readonly parameters: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly authority: Authority;
  /** Expiration of the caller's token, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

export type Caller = Pick<RestRequest, 'authority' | 'expiresAt'>;

/** Reads the caller's credential: `auth` takes an ID token, `access_token` and the Authorization header an OAuth token. */
export function readCaller(
  request: IncomingMessage,
  parameters: URLSearchParams,
  rules: TokenRules & { readonly guard: PageGuard },
  /** The credential of a request that has none. */
  assumed?: string,
): Caller {
  const { credential = assumed, isOAuth, isInUrl } = readCredential(request, parameters);
  if (credential === undefined) return { authority: SIGNED_OUT };
  const isOwner = (isOAuth || credential === OWNER_CREDENTIAL) && isAdministrator(credential, rules);
  if (isOwner || credential === OWNER_CREDENTIAL) {
    if (!isOwner || isPublicTraffic(request.headers)) throw new RestError(401, 'Unauthorized request.');
    const rejection = isInUrl
      ? rules.guard.rejectUrl(request.headers, parameters.has('callback'))
      : rules.guard.rejectPage(request.headers);
    if (rejection !== undefined) throw new RestError(401, rejection);
    return { authority: overridden(parameters.get('auth_variable_override')) };
  }
  if (isOAuth) throw new RestError(401, 'Unauthorized request.');
  try {
    const { auth, expiresAt } = readIdToken(credential, Date.now(), rules.tokenAuthority);
    return { authority: { kind: 'user', auth }, ...(expiresAt !== undefined && { expiresAt }) };
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new RestError(
      401,
      error.status === 'expired_token' ? 'Auth token is expired' : 'Could not parse auth token.',
    );
  }
}

function readCredential({ headers }: IncomingMessage, parameters: URLSearchParams) {
  const [scheme, token] = headers.authorization?.split(' ') ?? [];
  const bearer = scheme?.toLowerCase() === 'bearer' ? token : undefined;
  const ofUser = parameters.get('auth') ?? undefined;
  if (bearer !== undefined) return { credential: bearer, isOAuth: true, isInUrl: false };
  if (ofUser !== undefined) return { credential: ofUser, isOAuth: false, isInUrl: true };
  const ofAdministrator = parameters.get('access_token') ?? undefined;
  return { credential: ofAdministrator, isOAuth: true, isInUrl: ofAdministrator !== undefined };
}

function overridden(text: string | null): Authority {
  if (text === null) return OWNER;
  const auth = parseJson(text, 'auth_variable_override must be a JSON object.');
  if (auth === null) return SIGNED_OUT;
  if (!isObject(auth)) throw new RestError(400, 'auth_variable_override must be a JSON object.');
  rejectInexactClaims(auth);
  return { kind: 'user', auth };
}

export function parseJson(text: string, reason: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new RestError(400, `${reason} ${(error as Error).message}`);
  }
}
