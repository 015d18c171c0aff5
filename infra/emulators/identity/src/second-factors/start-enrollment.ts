import { randomBytes } from 'node:crypto';
import { parsePhone } from '../accounts/administrator-fields.ts';
import { requireRecentSignIn, requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { rejectEnrolledPhone, requireEligible, requireEnabled } from '../factors/factor-rules.ts';
import { base32, CODE_LENGTH, PERIOD_SECONDS } from '../factors/totp.ts';
import { TOTP_ENROLLMENT_SECONDS, totpEnrollment } from '../factors/totp-enrollment.ts';
import type { Fields } from '../wire/fields.ts';

const SECRET_BYTES = 20;

/** Starts an enrollment: sends a code to a phone, or returns a secret for an authenticator app. */
export function startEnrollment(context: Context, body: Fields): object {
  const isTotp = body.has('totpEnrollmentInfo');
  requireEnabled(context, isTotp ? 'totp' : 'phone');
  const signedIn = requireSignedIn(context, body);
  requireEligible(signedIn);
  requireRecentSignIn(context, signedIn);
  if (isTotp) return { totpSessionInfo: totpSession(context, signedIn.user.localId) };
  const info = body.object('phoneEnrollmentInfo');
  if (info === undefined) throw badRequest('INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))');
  const phoneNumber = parsePhone(info.text('phoneNumber') ?? '');
  rejectEnrolledPhone(signedIn.user, phoneNumber);
  return { phoneSessionInfo: { sessionInfo: context.phones.start(phoneNumber, 'enrollment') } };
}

function totpSession(context: Context, uid: string): object {
  const secret = randomBytes(SECRET_BYTES);
  const until = context.project.now() + TOTP_ENROLLMENT_SECONDS * 1000;
  return {
    sharedSecretKey: base32(secret),
    verificationCodeLength: CODE_LENGTH,
    hashingAlgorithm: 'SHA1',
    periodSec: PERIOD_SECONDS,
    sessionInfo: totpEnrollment(context, uid, secret),
    finalizeEnrollmentTime: new Date(until).toISOString(),
  };
}
