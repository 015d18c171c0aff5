import { randomBytes } from 'node:crypto';
import { finishFirstFactor, requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest, notImplemented } from '../errors/api-error.ts';
import type { Passkey } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

const RELYING_PARTY_ID = 'localhost';
/** COSE algorithm ids of ES256 and RS256. */
const ALGORITHMS = [-7, -257];
const CEREMONY_MS = 60_000;

/** Returns the options with which the browser creates a passkey. */
export function startPasskeyEnrollment(context: Context, body: Fields): object {
  rejectUnlessPermissive(context);
  const { localId, email = '', displayName = email, passkeys = [] } = requireSignedIn(context, body).user;
  return {
    credentialCreationOptions: {
      rp: { id: RELYING_PARTY_ID, name: context.project.projectId },
      user: { id: Buffer.from(localId).toString('base64url'), name: email, displayName },
      challenge: newChallenge(),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CEREMONY_MS,
      attestation: 'none',
      excludeCredentials: passkeys.map(({ credentialId: id }) => ({ type: 'public-key', id })),
    },
  };
}

/** Stores a new passkey of the signed-in user and signs in with it. */
export async function finishPasskeyEnrollment(context: Context, body: Fields): Promise<object> {
  rejectUnlessPermissive(context);
  if (!body.text('idToken')) throw badRequest('MISSING_ID_TOKEN');
  const credentialId = readCredentialId(body, 'authenticatorRegistrationResponse');
  const { user, signIn } = requireSignedIn(context, body);
  const name = body.text('name') || body.text('displayName') || 'Unnamed Passkey';
  const enrolled: Passkey = { credentialId, name };
  if (context.project.users.byPasskey(credentialId)) throw badRequest('CREDENTIAL_ALREADY_IN_USE');
  const changed = context.project.updateUser(user.localId, (stored) => {
    return { ...stored, passkeys: [...(stored.passkeys ?? []), enrolled] };
  });
  const issued = await context.tokens.issue(changed, { ...signIn, provider: 'passkey' });
  return { localId: user.localId, ...issued };
}

/** Returns the options with which the browser requests an assertion. */
export function startPasskeySignIn(context: Context): object {
  rejectUnlessPermissive(context);
  const challenge = newChallenge();
  return { credentialRequestOptions: { challenge, rpId: RELYING_PARTY_ID, userVerification: 'required' } };
}

export async function finishPasskeySignIn(context: Context, body: Fields): Promise<object> {
  rejectUnlessPermissive(context);
  const credentialId = readCredentialId(body, 'authenticatorAuthenticationResponse');
  const user = context.project.users.byPasskey(credentialId);
  if (user === undefined) throw badRequest('PASSKEY_CREDENTIAL_NOT_FOUND');
  return { localId: user.localId, ...(await finishFirstFactor(context, user, 'passkey')) };
}

/** Only in permissive mode, because attestations and assertions are not verified. */
function rejectUnlessPermissive({ permissive }: Context): void {
  if (!permissive) throw notImplemented('passkeys');
}

const newChallenge = () => randomBytes(32).toString('base64url');

/** Id of the credential in the authenticator's response; throws if absent. */
function readCredentialId(body: Fields, name: string): string {
  const response = body.object(name);
  if (response === undefined) throw badRequest('MISSING_AUTHENTICATOR_RESPONSE');
  return response.required('id', 'INVALID_CREDENTIAL_ID');
}
