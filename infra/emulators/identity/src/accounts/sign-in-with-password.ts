import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { missingRequirements, rejectWeakPassword } from '../passwords/password-policy.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { parseEmail } from './email-address.ts';
import { finishFirstFactor, rejectDisabled } from './session.ts';

export async function signInWithPassword(context: Context, body: Fields): Promise<object> {
  const { project, attempts } = context;
  const { config } = project;
  if (!config.signIn.email.enabled) throw badRequest('PASSWORD_LOGIN_DISABLED');
  const address = body.text('email');
  if (address === undefined) throw badRequest('MISSING_EMAIL');
  const email = parseEmail(address);
  const password = body.required('password', 'MISSING_PASSWORD');
  attempts.reject(email);
  const user = await userWithPassword(context, email, password);
  attempts.forgive(email);
  const { passwordPolicyConfig: policy } = config;
  if (policy.forceUpgradeOnSignin && missingRequirements(password, policy).length > 0)
    rejectWeakPassword(password, policy);
  const tokens = await finishFirstFactor(context, user, 'password');
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: user.localId,
    email,
    displayName: user.displayName ?? '',
    profilePicture: user.photoUrl,
    ...tokens,
  };
}

async function userWithPassword(context: Context, email: string, password: string): Promise<User> {
  const { project, attempts } = context;
  const { enableImprovedEmailPrivacy: emailPrivacy } = project.config.emailPrivacyConfig;
  const user = project.users.byEmail(email);
  // The password is hashed even without an account, so that response times do not reveal whether one exists.
  const isRight = user?.password
    ? await verifyPassword(password, user.password)
    : !(await hashPassword(password, context));
  attempts.reject(email);
  if (!isRight) attempts.fail(email);
  if (user === undefined) throw badRequest(emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND');
  if (!isRight) {
    if (!emailPrivacy) rejectDisabled(user);
    throw badRequest(emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD');
  }
  rejectDisabled(user);
  return user;
}
