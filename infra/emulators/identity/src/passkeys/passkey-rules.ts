import type { Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

export const RELYING_PARTY_ID = 'localhost';

/** Attestations and assertions are not verified here, so that a passkey is good for nothing but permissive mode. */
export function refuseUnlessPermissive({ permissive }: Context): void {
  if (!permissive) throw notImplemented('passkeys');
}

/** The credential that the authenticator's response is about; throws where there is none. */
export function readCredentialId(body: Fields, name: string): string {
  const response = body.object(name);
  if (response === undefined) throw badRequest('MISSING_AUTHENTICATOR_RESPONSE');
  const credentialId = response.text('id');
  if (!credentialId) throw badRequest('INVALID_CREDENTIAL_ID');
  return credentialId;
}
