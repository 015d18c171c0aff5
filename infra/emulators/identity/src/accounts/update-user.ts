import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { newPassword } from '../passwords/hash-password.ts';
import type { User } from '../state/user.ts';
import { rejectBadClaims } from '../tokens/claims.ts';
import type { Fields } from '../wire/fields.ts';
import {
  parsePhone,
  readLinked,
  readSecondFactors,
  rejectUnverified,
  withLinked,
} from './administrator-fields.ts';
import { parseEmail } from './email-address.ts';
import { readProfile } from './read-profile.ts';
import { withoutDeleted } from './unlink.ts';

/**
 * Changes a user for an administrator. A new password, address or phone number (firebase-tools#6482), or
 * `validSince`, ends the user's sessions.
 */
export async function updateUser(context: Context, body: Fields): Promise<User> {
  const { project, permissive } = context;
  if (permissive) rejectNullList(body);
  const localId = body.required('localId', 'MISSING_LOCAL_ID');
  if (project.users.byId(localId) === undefined) throw badRequest('USER_NOT_FOUND');
  const claims = body.text('customAttributes');
  if (claims) rejectBadClaims(claims);
  const plain = body.text('password');
  const password = plain === undefined ? undefined : await newPassword(plain, context);
  const now = project.now();
  const linked = readLinked(body);
  // `mfa: {}` removes all second factors.
  const factors = body.object('mfa')?.objects('enrollments');
  const idSource = permissive ? 'required' : 'either';
  return project.updateUser(localId, (stored) => {
    const address = addressChange(stored, body);
    const phoneNumber = changedPhone(stored, body);
    const endsSessions =
      password !== undefined || address.email !== stored.email || phoneNumber !== stored.phoneNumber;
    const changed: User = {
      ...stored,
      ...address,
      phoneNumber,
      ...readProfile(body, stored),
      disabled: body.flag('disableUser') ?? stored.disabled,
      customAttributes: claims ?? stored.customAttributes,
      validSince: body.integer('validSince') ?? (endsSessions ? Math.floor(now / 1000) : stored.validSince),
      createdAt: body.integer('createdAt') ?? stored.createdAt,
      lastLoginAt: body.integer('lastLoginAt') ?? stored.lastLoginAt,
      ...(password && { password, passwordUpdatedAt: now }),
      secondFactors: factors ? readSecondFactors(factors, idSource, project) : stored.secondFactors,
    };
    if (factors) rejectUnverified(changed, context);
    return withLinked(withoutDeleted(changed, body), linked);
  });
}

/** The service treats null as absent; the official emulator's schema rejects it. */
function rejectNullList(body: Fields): void {
  const mfa = body.object('mfa')?.all();
  if (mfa !== undefined && 'enrollments' in mfa && mfa.enrollments === null) {
    throw badRequest('Invalid JSON payload received. /mfa/enrollments must be array');
  }
}

function addressChange(stored: User, body: Fields): Pick<User, 'email' | 'emailVerified'> {
  const text = body.text('email');
  const email = text === undefined ? stored.email : parseEmail(text);
  const isVerified = email === stored.email && stored.emailVerified;
  return { email, emailVerified: body.flag('emailVerified') ?? isVerified };
}

function changedPhone(stored: User, body: Fields): string | undefined {
  const text = body.text('phoneNumber');
  return text ? parsePhone(text) : stored.phoneNumber;
}
