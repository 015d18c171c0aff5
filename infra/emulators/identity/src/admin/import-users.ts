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
import { refuseBadClaims } from '../tokens/claims.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_USERS = 1000;

/** Imports users with their hashes. One that is not accepted is named by its index and stops none of the others. */
export async function importUsers({ project }: Context, body: Fields): Promise<object> {
  const users = body.objects('users');
  if (users.length === 0) throw badRequest('MISSING_USER_ACCOUNT');
  if (users.length > MAX_USERS) throw badRequest('USER_COUNT_EXCEEDS_LIMIT');
  const readPassword = importedPasswords(body);
  if (body.flag('sanityCheck') === true) refuseDuplicates(users);
  const allowOverwrite = body.flag('allowOverwrite') === true;
  const error: { index: number; message: string }[] = [];
  for (const [index, fields] of users.entries()) {
    try {
      const user = await readUser(fields, readPassword, project.now(), () => project.newLocalId());
      if (!allowOverwrite && project.users.byId(user.localId) !== undefined) {
        throw badRequest('localId belongs to an existing account - can not overwrite.');
      }
      project.saveUser(user);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      error.push({ index, message: problem.message });
    }
  }
  return { kind: 'identitytoolkit#UploadAccountResponse', error };
}

async function readUser(
  fields: Fields,
  readPassword: ReadImportedPassword,
  now: number,
  newId: () => string,
): Promise<User> {
  const email = fields.text('email');
  const phone = fields.text('phoneNumber');
  const claims = fields.text('customAttributes');
  if (claims) refuseBadClaims(claims);
  const localId = fields.text('localId');
  if (!localId) throw badRequest('localId is missing');
  const plain = fields.text('rawPassword');
  const password = plain === undefined ? readPassword(fields) : await hashPassword(plain);
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
    secondFactors: readSecondFactors(fields.objects('mfaInfo'), newId, now),
    validSince: fields.integer('validSince') ?? Math.floor(now / 1000),
    createdAt: fields.integer('createdAt') ?? now,
    lastLoginAt: fields.integer('lastLoginAt'),
  };
}

const isBuiltIn = (account: Fields) => ['password', 'phone'].includes(account.text('providerId') ?? '');

function refuseDuplicates(users: readonly Fields[]): void {
  for (const [name, code] of [
    ['localId', 'DUPLICATE_LOCAL_ID'],
    ['email', 'DUPLICATE_EMAIL'],
  ] as const) {
    const seen = new Set<string>();
    for (const user of users) {
      const value = user.text(name);
      if (value === undefined) continue;
      if (seen.has(value)) throw badRequest(`${code} : ${value}`);
      seen.add(value);
    }
  }
}
