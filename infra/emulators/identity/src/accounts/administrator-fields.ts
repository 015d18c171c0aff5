import { badRequest } from '../errors/api-error.ts';
import type { FederatedAccount, SecondFactor } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

const PHONE = /^\+[1-9]\d{1,14}$/;
const LOCAL_ID = /^[^\0/]{1,128}$/;

export function parsePhone(text: string, code = 'INVALID_PHONE_NUMBER : Invalid format.'): string {
  if (!PHONE.test(text)) throw badRequest(code);
  return text;
}

export function parseLocalId(text: string): string {
  if (!LOCAL_ID.test(text)) throw badRequest('INVALID_LOCAL_ID');
  return text;
}

export function readFederated(account: Fields): FederatedAccount {
  const providerId = account.text('providerId');
  const rawId = account.text('rawId');
  if (!providerId) throw badRequest('MISSING_PROVIDER_ID');
  if (!rawId) throw badRequest('MISSING_RAW_ID');
  return {
    providerId,
    rawId,
    federatedId: account.text('federatedId'),
    email: account.text('email')?.toLowerCase(),
    displayName: account.text('displayName'),
    photoUrl: account.text('photoUrl'),
  };
}

/** Second factors that an administrator enrols; only phones, as SDKs send them. */
export function readSecondFactors(
  enrollments: readonly Fields[],
  newId: () => string,
  now: number,
): SecondFactor[] {
  const ids = new Set<string>();
  return enrollments.map((enrollment) => {
    const mfaEnrollmentId = enrollment.text('mfaEnrollmentId') || newId();
    if (ids.has(mfaEnrollmentId)) throw badRequest('DUPLICATE_MFA_ENROLLMENT_ID');
    ids.add(mfaEnrollmentId);
    return {
      mfaEnrollmentId,
      phoneInfo: parsePhone(enrollment.text('phoneInfo') ?? '', 'INVALID_MFA_PHONE_NUMBER : Invalid format.'),
      displayName: enrollment.text('displayName'),
      enrolledAt: enrollment.text('enrolledAt') ?? new Date(now).toISOString(),
    };
  });
}
