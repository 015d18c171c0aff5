import { badRequest } from '../errors/api-error.ts';
import type { FederatedAccount, SecondFactor, User } from '../state/user.ts';
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
  if (!providerId && !rawId && account.has('federatedId')) {
    throw badRequest(
      '((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))',
    );
  }
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

export function withLinked(user: User, account: FederatedAccount): User {
  if (account.providerId === 'password') return { ...user, email: account.rawId.toLowerCase() };
  if (account.providerId === 'phone') return { ...user, phoneNumber: parsePhone(account.rawId) };
  const others = user.federated.filter(({ providerId }) => providerId !== account.providerId);
  return { ...user, federated: [...others, account] };
}

/** Who names a second factor: the request, where it must; the emulator, whatever the request says; or either. */
export type FactorNames = 'given' | 'made' | 'either';

/** Second factors that an administrator enrolls; only phones, as SDKs send them. Of one phone the first counts. */
export function readSecondFactors(
  enrollments: readonly Fields[],
  names: FactorNames,
  newId: () => string,
  now: number,
): SecondFactor[] {
  const byPhone = new Map<string, SecondFactor>();
  for (const enrollment of enrollments) {
    const given = names === 'made' ? undefined : enrollment.text('mfaEnrollmentId');
    if (names === 'given' && !given) {
      throw badRequest('INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.');
    }
    const text = enrollment.text('phoneInfo') ?? '';
    const phoneInfo = parsePhone(text, 'INVALID_MFA_PHONE_NUMBER : Invalid format.');
    if (byPhone.has(phoneInfo)) continue;
    byPhone.set(phoneInfo, {
      mfaEnrollmentId: given || newId(),
      phoneInfo,
      displayName: enrollment.text('displayName'),
      enrolledAt: enrollment.text('enrolledAt') ?? new Date(now).toISOString(),
    });
  }
  const factors = [...byPhone.values()];
  if (new Set(factors.map(({ mfaEnrollmentId }) => mfaEnrollmentId)).size < factors.length) {
    throw badRequest('DUPLICATE_MFA_ENROLLMENT_ID');
  }
  return factors;
}
