import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { newUser } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { requireEmail } from './email-address.ts';
import { finishFirstFactor, rejectDisabled, requireSignedIn } from './session.ts';

export async function signInWithEmailLink(context: Context, body: Fields): Promise<object> {
  const { project, permissive } = context;
  if (project.config.signIn.email.passwordRequired) throw badRequest('OPERATION_NOT_ALLOWED');
  const linked = body.has('idToken') ? requireSignedIn(context, body).user : undefined;
  const email = requireEmail(body);
  const text = body.required('oobCode', 'MISSING_OOB_CODE');
  const code = project.requireCode(text);
  if (code.type !== 'EMAIL_SIGNIN') throw badRequest('INVALID_OOB_CODE');
  if (code.email !== email) {
    throw badRequest('INVALID_EMAIL : The email provided does not match the sign-in email address.');
  }
  const known = linked ?? project.users.byEmail(email);
  if (known !== undefined) rejectDisabled(known);
  // Whoever set the password before may not be the owner of the address (flutterfire#7984).
  const takesOver = linked === undefined && known?.emailVerified === false && !permissive;
  const unprovedPassword = {
    password: undefined,
    passwordUpdatedAt: undefined,
    validSince: project.nowSeconds(),
  };
  const user = known ?? newUser(project.newLocalId(), project.now());
  const proved = { email, emailVerified: true, emailLinkSignIn: true };
  const saved = project.saveUser({ ...user, ...(takesOver && unprovedPassword), ...proved });
  project.removeCode(text);
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    email,
    localId: user.localId,
    isNewUser: known === undefined,
    ...(await finishFirstFactor(context, saved, 'password')),
  };
}
