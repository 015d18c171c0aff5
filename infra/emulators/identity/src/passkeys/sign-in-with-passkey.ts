import { randomBytes } from 'node:crypto';
import { finishFirstFactor } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';
import { RELYING_PARTY_ID, readCredentialId, rejectUnlessPermissive } from './passkey-rules.ts';

/** Returns the options with which the browser requests an assertion. */
export function startPasskeySignIn(context: Context): object {
  rejectUnlessPermissive(context);
  return {
    credentialRequestOptions: {
      challenge: randomBytes(32).toString('base64url'),
      rpId: RELYING_PARTY_ID,
      userVerification: 'required',
    },
  };
}

export async function finishPasskeySignIn(context: Context, body: Fields): Promise<object> {
  rejectUnlessPermissive(context);
  const credentialId = readCredentialId(body, 'authenticatorAuthenticationResponse');
  const user = context.project.users.byPasskey(credentialId);
  if (user === undefined) throw badRequest('PASSKEY_CREDENTIAL_NOT_FOUND');
  return { localId: user.localId, ...(await finishFirstFactor(context, user, 'passkey')) };
}
