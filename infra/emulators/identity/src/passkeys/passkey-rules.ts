import type { Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

export const RELYING_PARTY_ID = 'localhost';

/** Only in permissive mode, because attestations and assertions are not verified. */
export function rejectUnlessPermissive({ permissive }: Context): void {
  if (!permissive) throw notImplemented('passkeys');
}

/** Id of the credential in the authenticator's response; throws if absent. */
export function readCredentialId(body: Fields, name: string): string {
  const response = body.object(name);
  if (response === undefined) throw badRequest('MISSING_AUTHENTICATOR_RESPONSE');
  const credentialId = response.required('id', 'INVALID_CREDENTIAL_ID');
  return credentialId;
}
