import type { Caller, Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { newPassword } from '../passwords/hash-password.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { readLinked, withLinked } from './administrator-fields.ts';
import { applyActionCode } from './apply-action-code.ts';
import { parseEmail } from './email-address.ts';
import { readProfile } from './read-profile.ts';
import { sendRecovery } from './send-action-code.ts';
import { requireRecentSignIn, requireSignedIn } from './session.ts';
import { withoutDeleted } from './unlink.ts';
import { updateUser } from './update-user.ts';
import { listProviders, REDACTED } from './user-wire.ts';

/** Applies a change made with an emailed code, by a signed-in user or by an administrator. */
export async function updateAccount(context: Context, body: Fields, caller: Caller): Promise<object> {
  const code = body.text('oobCode');
  if (code) {
    const { user, newEmail } = applyActionCode(context, code);
    return updatedWire(user, newEmail);
  }
  if (caller.privileged && !body.has('idToken')) return updatedWire(await updateUser(context, body));
  if (!body.has('idToken')) throw badRequest('INVALID_REQ_TYPE : Unsupported request parameters.');
  return updateOwnAccount(context, body);
}

async function updateOwnAccount(context: Context, body: Fields): Promise<object> {
  const { project, tokens, permissive } = context;
  if (body.has('customAttributes')) throw badRequest('INSUFFICIENT_PERMISSION');
  if (body.has('disableUser')) throw badRequest('OPERATION_NOT_ALLOWED');
  const signedIn = requireSignedIn(context, body);
  const before = signedIn.user;
  const email = body.has('email') ? parseEmail(body.text('email') ?? '') : before.email;
  const plain = body.text('password') || undefined;
  // Only the official emulator accepts a provider account from users.
  const linked = permissive ? readLinked(body) : undefined;
  const changesEmail = email !== before.email;
  // As in the service, any value revokes all sessions of the user except this one.
  const revokes = body.has('validSince');
  if (changesEmail && project.config.emailPrivacyConfig.enableImprovedEmailPrivacy && !permissive) {
    throw badRequest('OPERATION_NOT_ALLOWED : Please verify the new email before changing email.');
  }
  // Only a verified address goes with second factors; `verifyBeforeUpdateEmail` changes to one.
  if (changesEmail && before.secondFactors.length > 0 && !permissive)
    throw badRequest('EMAIL_CHANGE_NEEDS_VERIFICATION');
  if (changesEmail || plain !== undefined) requireRecentSignIn(context, signedIn);
  if (changesEmail && email !== undefined && project.users.byEmail(email)) throw badRequest('EMAIL_EXISTS');
  const password = plain === undefined ? undefined : await newPassword(plain, context);
  const now = project.now();
  const user = project.updateUser(before.localId, (stored) => {
    const changed: User = {
      ...stored,
      ...readProfile(body, stored),
      ...(changesEmail && { email, emailVerified: false, initialEmail: stored.initialEmail ?? stored.email }),
      ...(password && { password, passwordUpdatedAt: now }),
      ...((changesEmail || password || revokes) && { validSince: Math.floor(now / 1000) }),
    };
    return withLinked(withoutDeleted(changed, body), linked);
  });
  if (changesEmail && before.email !== undefined) sendRecovery(context, user, before.email, email);
  if (!changesEmail && password === undefined && !revokes) return updatedWire(user);
  // The change ends all sessions, but this one continues with new tokens.
  const provider = password ? 'password' : signedIn.signIn.provider;
  const issued = await tokens.issue(user, { ...signedIn.signIn, provider, authTime: Math.floor(now / 1000) });
  return { ...updatedWire(user, changesEmail ? email : undefined), ...issued };
}

function updatedWire(user: User, newEmail?: string): object {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: user.localId,
    email: user.email,
    newEmail,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoUrl,
    passwordHash: user.password && REDACTED,
    providerUserInfo: listProviders(user),
  };
}
