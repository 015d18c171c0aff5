import { isObject } from '@outharbor/emulator-kit/json-object';
import { OWNER, SIGNED_OUT } from '../namespace/authority.ts';
import { isAdministrator } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { rejectInexactClaims } from '../tree/inexact-integer.ts';
import { readIdToken } from './auth-token.ts';
import type { ClientRequest } from './messages.ts';
import type { Session } from './session.ts';

export function acceptToken(session: Session, { body }: ClientRequest): string {
  if (typeof body.cred !== 'string') throw new DatabaseError('invalid_token', 'Invalid auth token');
  const signedIn = readIdToken(body.cred, Date.now(), session.tokenRules.tokenAuthority);
  session.setAuthority({ kind: 'user', auth: signedIn.auth });
  session.tokenExpiry.watch(signedIn.expiresAt);
  const expires = signedIn.expiresAt === undefined ? null : Math.floor(signedIn.expiresAt / 1000);
  return JSON.stringify({ auth: signedIn.auth, expires });
}

/** Authenticates the admin SDK. With an override it acts under the rules as that user, or as signed out. */
export function acceptOwner(session: Session, { body }: ClientRequest): string {
  const { cred } = body;
  if (typeof cred !== 'string' || !isAdministrator(cred, session.tokenRules)) {
    throw new DatabaseError('invalid_token', 'Invalid admin credential');
  }
  if (session.ownerRejection !== undefined) throw new DatabaseError('invalid_token', session.ownerRejection);
  session.tokenExpiry.stop();
  if (body.noauth === true) session.setAuthority(SIGNED_OUT);
  else if (isObject(body.authvar)) {
    rejectInexactClaims(body.authvar);
    session.setAuthority({ kind: 'user', auth: body.authvar });
  } else session.setAuthority(OWNER);
  return '{"auth":null}';
}

export function signOut(session: Session): undefined {
  session.tokenExpiry.stop();
  session.setAuthority(SIGNED_OUT);
}
