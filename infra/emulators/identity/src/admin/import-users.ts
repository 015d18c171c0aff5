import {
  parseLocalId,
  parsePhone,
  readFederated,
  readSecondFactors,
} from '../accounts/administrator-fields.ts';
import { parseEmail } from '../accounts/email-address.ts';
import type { Context } from '../context.ts';
import { ApiError, badRequest } from '../errors/api-error.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { importedPasswords, type ReadImportedPassword } from '../passwords/imported-password.ts';
import { newUser, type User } from '../state/user.ts';
import { rejectBadClaims } from '../tokens/claims.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_USERS = 1000;
/** How the official emulator, whose exports are imported too, stores a password. */
const PLAIN_PASSWORD = /^fakeHash:salt=.*?:password=(.*)$/s;

/** Import messages for codes that single-user calls return. */
const MESSAGES: Readonly<Record<string, string>> = {
  EMAIL_EXISTS: 'email exists in other account in database',
  FEDERATED_USER_ID_ALREADY_LINKED: 'raw id exists in other account in database',
  MISSING_PROVIDER_ID: 'federatedId or (providerId & rawId) is required',
  MISSING_RAW_ID: 'federatedId or (providerId & rawId) is required',
  INVALID_CLAIMS: 'Invalid custom claims provided.',
  FORBIDDEN_CLAIM: 'Custom claims provided include a reserved claim.',
  CLAIMS_TOO_LARGE: 'Custom claims provided are too large.',
};

/** Imports users with password hashes. Reports invalid users by index and imports the others. */
export async function importUsers(context: Context, body: Fields): Promise<object> {
  const { project } = context;
  const users = body.objects('users');
  if (users.length === 0) throw badRequest('MISSING_USER_ACCOUNT');
  if (users.length > MAX_USERS && !context.permissive) throw badRequest('USER_COUNT_EXCEEDS_LIMIT');
  const readPassword = importedPasswords(body);
  const sanityCheck = body.flag('sanityCheck') === true;
  // The Admin SDK sends no flag, and users with an existing id are replaced (firebase.google.com/docs/auth/admin/import-users).
  const allowOverwrite = body.flag('allowOverwrite') ?? !context.permissive;
  if (!allowOverwrite) rejectRepeated('DUPLICATE_LOCAL_ID', users, (user) => [user.text('localId')]);
  if (sanityCheck) rejectDuplicates(users);
  const error: { index: number; message: string }[] = [];
  for (const [index, fields] of users.entries()) {
    try {
      const tenantId = fields.text('tenantId');
      if (tenantId && tenantId !== project.tenantId) {
        throw badRequest('Tenant id in userInfo does not match the tenant id in request.');
      }
      const user = await readUser(fields, readPassword, context);
      if (!allowOverwrite && project.users.byId(user.localId) !== undefined) {
        throw badRequest('localId belongs to an existing account - can not overwrite.');
      }
      project.saveUser(user);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      error.push({ index, message: MESSAGES[problem.message.split(' : ')[0] ?? ''] ?? problem.message });
    }
  }
  return { kind: 'identitytoolkit#UploadAccountResponse', error };
}

async function readUser(fields: Fields, readPassword: ReadImportedPassword, context: Context): Promise<User> {
  const { project } = context;
  const now = project.now();
  const email = fields.text('email');
  const phone = fields.text('phoneNumber');
  const claims = fields.text('customAttributes');
  if (claims) rejectBadClaims(claims);
  const localId = fields.required('localId', 'localId is missing');
  const [, plain = fields.text('rawPassword')] = PLAIN_PASSWORD.exec(fields.text('passwordHash') ?? '') ?? [];
  const password = plain === undefined ? readPassword(fields) : await hashPassword(plain, context);
  const secondFactors = readImportedFactors(fields, project);
  const accounts = fields.objects('providerUserInfo').filter((account) => !isBuiltIn(account));
  return {
    ...newUser(parseLocalId(localId), now),
    email: email ? parseEmail(email, 'email is invalid') : undefined,
    emailVerified: fields.flag('emailVerified') ?? false,
    phoneNumber: phone ? parsePhone(phone, 'phone number format is invalid') : undefined,
    displayName: fields.text('displayName'),
    photoUrl: fields.text('photoUrl'),
    disabled: fields.flag('disabled') ?? false,
    customAttributes: claims,
    password,
    passwordUpdatedAt: password && (fields.integer('passwordUpdatedAt') ?? now),
    federated: accounts.map(readFederated),
    secondFactors,
    validSince: fields.integer('validSince') ?? Math.floor(now / 1000),
    createdAt: fields.integer('createdAt') ?? now,
    lastLoginAt: fields.integer('lastLoginAt'),
  };
}

function readImportedFactors(fields: Fields, project: Context['project']): User['secondFactors'] {
  const secondFactors = readSecondFactors(fields.objects('mfaInfo'), 'either', project);
  if (secondFactors.length === 0) return secondFactors;
  if (!fields.text('email')) throw badRequest('Second factor account requires email to be presented.');
  if (fields.flag('emailVerified') !== true) {
    throw badRequest('Second factor account requires email to be verified.');
  }
  return secondFactors;
}

const isBuiltIn = (account: Fields) => ['password', 'phone'].includes(account.text('providerId') ?? '');

function rejectDuplicates(users: readonly Fields[]): void {
  rejectRepeated('DUPLICATE_EMAIL', users, (user) => [user.text('email')?.toLowerCase()]);
  rejectRepeated('DUPLICATE_RAW_ID', users, (user) =>
    user.objects('providerUserInfo').map((account) => {
      return `Provider id(${account.text('providerId')}), Raw id(${account.text('rawId')})`;
    }),
  );
}

function rejectRepeated(
  code: string,
  users: readonly Fields[],
  valuesOf: (user: Fields) => readonly (string | undefined)[],
): void {
  const seen = new Set<string>();
  for (const value of users.flatMap(valuesOf)) {
    if (value === undefined) continue;
    if (seen.has(value)) throw badRequest(`${code} : ${value}`);
    seen.add(value);
  }
}
