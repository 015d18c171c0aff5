import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { obscuredFactorWire } from '../factors/factor-wire.ts';
import { newPassword } from '../passwords/hash-password.ts';
import type { Fields } from '../wire/fields.ts';
import { requireOwner } from './apply-action-code.ts';

/** Returns what a code is for; with a new password, consumes the code and sets the password. */
export async function resetPassword(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  if (!project.config.signIn.email.enabled) throw badRequest('PASSWORD_LOGIN_DISABLED');
  const text = body.required('oobCode', 'MISSING_OOB_CODE');
  const code = project.requireCode(text);
  const owner = code.type === 'EMAIL_SIGNIN' ? undefined : requireOwner(context, code);
  const factor = owner?.secondFactors.find(({ mfaEnrollmentId }) => mfaEnrollmentId === code.mfaEnrollmentId);
  const newPassword = body.text('newPassword');
  if (newPassword !== undefined && newPassword !== '') {
    if (code.type !== 'PASSWORD_RESET') throw badRequest('INVALID_OOB_CODE');
    await setPassword(context, text, newPassword);
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.type,
    email: code.type === 'EMAIL_SIGNIN' ? undefined : code.email,
    newEmail: code.newEmail,
    mfaInfo: factor && obscuredFactorWire(factor),
  };
}

async function setPassword(context: Context, text: string, plain: string): Promise<void> {
  const { project, attempts } = context;
  const password = await newPassword(plain, context);
  // The code is checked again, because it may have been used while the password was hashed.
  const code = project.requireCode(text);
  const user = requireOwner(context, code);
  project.removeCode(text);
  attempts.forgive(code.email);
  project.saveUser({
    ...user,
    emailVerified: true,
    // Whoever linked them before may not be the owner of the address (firebase-js-sdk#151).
    federated: [],
    phoneNumber: undefined,
    password,
    passwordUpdatedAt: project.now(),
    validSince: project.nowSeconds(),
  });
}
