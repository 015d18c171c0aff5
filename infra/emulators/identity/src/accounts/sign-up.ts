import type { Caller, Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { newPassword } from '../passwords/hash-password.ts';
import { newUser, type User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';
import { parseLocalId, parsePhone, readSecondFactors, rejectUnverified } from './administrator-fields.ts';
import { parseEmail, requireEmail } from './email-address.ts';
import { readProfile } from './read-profile.ts';
import { requireSignedIn, startSession } from './session.ts';

const KIND = 'identitytoolkit#SignupNewUserResponse';

/** Creates an account (by an administrator, anonymous or with a password) or adds a password to one. */
export async function signUp(context: Context, body: Fields, caller: Caller): Promise<object> {
  if (caller.privileged && !body.has('idToken')) return createUser(context, body);
  if (body.has('localId')) throw badRequest('UNEXPECTED_PARAMETER : User ID');
  if (!['email', 'password', 'idToken'].some((name) => body.has(name))) return signUpAnonymously(context);
  return signUpWithPassword(context, body);
}

async function signUpAnonymously(context: Context): Promise<object> {
  const { project } = context;
  if (!project.config.signIn.anonymous.enabled) throw badRequest('ADMIN_ONLY_OPERATION');
  const { localId } = project.saveUser(newUser(project.newLocalId(), project.now()));
  return { kind: KIND, localId, ...(await startSession(context, localId, 'anonymous')) };
}

async function signUpWithPassword(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  // Unlike at other calls, an empty address is not a missing one.
  if (body.text('email') === '' && !context.permissive) throw badRequest('INVALID_EMAIL');
  const email = requireEmail(body);
  const plain = body.required('password', 'MISSING_PASSWORD');
  if (!project.config.signIn.email.enabled) throw badRequest('OPERATION_NOT_ALLOWED');
  const signedIn = body.has('idToken') ? requireSignedIn(context, body) : undefined;
  const holder = project.users.byEmail(email);
  // Adding a password to one's own address is linking, not registering.
  const isOwn = holder !== undefined && holder.localId === signedIn?.user.localId;
  if (holder !== undefined && !isOwn) throw badRequest('EMAIL_EXISTS');
  const password = await newPassword(plain, context);
  const now = project.now();
  // Only the official emulator accepts second factors from users.
  const factors = context.permissive ? body.objects('mfaInfo') : [];
  const enrolled = readSecondFactors(factors, 'generated', project);
  const changed = (user: User): User => ({
    ...user,
    email,
    emailVerified: isOwn && user.emailVerified,
    password,
    passwordUpdatedAt: now,
    validSince: Math.floor(now / 1000),
    displayName: body.text('displayName') ?? user.displayName,
    secondFactors: [...user.secondFactors, ...enrolled],
  });
  const user =
    signedIn === undefined
      ? project.saveUser(changed(newUser(project.newLocalId(), now)))
      : project.updateUser(signedIn.user.localId, changed);
  const secondFactor = signedIn?.signIn.secondFactor;
  const tokens = await startSession(context, user.localId, 'password', { secondFactor });
  return { kind: KIND, localId: user.localId, email, displayName: user.displayName, ...tokens };
}

/** Creates a user for an administrator, without signing in. */
async function createUser(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  const given = body.text('localId');
  const localId = given === undefined || given === '' ? project.newLocalId() : parseLocalId(given);
  const emailText = body.text('email');
  const email = emailText === undefined ? undefined : parseEmail(emailText);
  const phone = body.text('phoneNumber');
  const plain = body.text('password');
  const password = plain === undefined ? undefined : await newPassword(plain, context);
  if (project.users.byId(localId) !== undefined) throw badRequest('DUPLICATE_LOCAL_ID');
  const now = project.now();
  const user = {
    ...newUser(localId, now),
    email,
    emailVerified: body.flag('emailVerified') ?? false,
    phoneNumber: phone === undefined ? undefined : parsePhone(phone),
    ...readProfile(body),
    disabled: body.flag('disabled') ?? false,
    password,
    passwordUpdatedAt: password && now,
    secondFactors: readSecondFactors(body.objects('mfaInfo'), 'generated', project),
  };
  rejectUnverified(user, context);
  project.saveUser(user);
  return { kind: KIND, localId, email, displayName: user.displayName };
}
