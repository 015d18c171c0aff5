import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { rejectWeakPassword } from '../passwords/password-policy.ts';
import { newUser } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { parseLocalId, parsePhone, readSecondFactors, rejectUnverified } from './administrator-fields.ts';
import { parseEmail } from './email-address.ts';
import { readProfile } from './read-profile.ts';

/** Creates a user for an administrator, without signing in. */
export async function createUser(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  const given = body.text('localId');
  const localId = given === undefined || given === '' ? project.newLocalId() : parseLocalId(given);
  const emailText = body.text('email');
  const email = emailText === undefined ? undefined : parseEmail(emailText);
  const phone = body.text('phoneNumber');
  const plain = body.text('password');
  if (plain !== undefined) rejectWeakPassword(plain, project.config.passwordPolicy);
  const password = plain === undefined ? undefined : await hashPassword(plain, context);
  if (project.users.byId(localId) !== undefined) throw badRequest('DUPLICATE_LOCAL_ID');
  const now = project.now();
  const newId = () => project.newLocalId();
  const user = {
    ...newUser(localId, now),
    email,
    emailVerified: body.flag('emailVerified') ?? false,
    phoneNumber: phone === undefined ? undefined : parsePhone(phone),
    ...readProfile(body),
    disabled: body.flag('disabled') ?? false,
    password,
    passwordUpdatedAt: password && now,
    secondFactors: readSecondFactors(body.objects('mfaInfo'), 'generated', newId, now),
  };
  rejectUnverified(user, context);
  project.saveUser(user);
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId, email, displayName: user.displayName };
}
