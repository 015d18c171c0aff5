import { randomBytes } from 'node:crypto';
import { parsePhone } from '../accounts/administrator-fields.ts';
import { createActionCode } from '../accounts/send-action-code.ts';
import { requireRecentSignIn, requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { rejectEnrolledPhone, requireEligible, requireEnabled } from '../factors/factor-rules.ts';
import { base32, CODE_LENGTH, PERIOD_SECONDS, periodOfCode } from '../factors/totp.ts';
import { readTotpEnrollment, TOTP_ENROLLMENT_SECONDS, totpEnrollment } from '../factors/totp-enrollment.ts';
import { readPhoneCode } from '../phone/phone-sign-in.ts';
import type { SecondFactor } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_FACTORS = 5;
const SECRET_BYTES = 20;

type Proof = Pick<SecondFactor, 'phoneInfo' | 'totpSecret' | 'totpPeriod'>;

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

/** Enrolls the verified second factor. The session continues with both factors; all others end. */
export async function finishEnrollment(context: Context, body: Fields): Promise<object> {
  const { project, tokens, permissive } = context;
  const totp = body.object('totpVerificationInfo');
  const kind = totp === undefined ? 'phone' : 'totp';
  requireEnabled(context, kind);
  const signedIn = requireSignedIn(context, body);
  requireEligible(signedIn);
  const { localId, secondFactors } = signedIn.user;
  if (secondFactors.length >= MAX_FACTORS) throw badRequest('SECOND_FACTOR_LIMIT_EXCEEDED');
  const proof = totp === undefined ? verifiedPhone(context, body) : verifiedApp(context, totp, localId);
  if (proof.phoneInfo !== undefined) rejectEnrolledPhone(signedIn.user, proof.phoneInfo);
  const mfaEnrollmentId = project.newLocalId();
  const enrolledAt = new Date(project.now()).toISOString();
  const factor = { mfaEnrollmentId, displayName: body.text('displayName'), enrolledAt, ...proof };
  const now = project.nowSeconds();
  // The official emulator neither ends sessions nor sends a mail.
  const user = project.updateUser(localId, (stored) => {
    const secondFactors = [...stored.secondFactors, factor];
    return { ...stored, secondFactors, ...(!permissive && { validSince: now }) };
  });
  const { email } = user;
  if (!permissive && email !== undefined)
    createActionCode(context, 'REVERT_SECOND_FACTOR_ADDITION', { localId, email, mfaEnrollmentId });
  const secondFactor = { identifier: mfaEnrollmentId, provider: kind };
  const authTime = permissive ? signedIn.signIn.authTime : now;
  const { idToken, refreshToken } = await tokens.issue(user, { ...signedIn.signIn, authTime, secondFactor });
  return { idToken, refreshToken };
}

function verifiedPhone(context: Context, body: Fields): Proof {
  const info = body.object('phoneVerificationInfo');
  if (info === undefined) throw badRequest('INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))');
  return { phoneInfo: readPhoneCode(context, info, 'enrollment') };
}

function verifiedApp(context: Context, info: Fields, uid: string): Proof {
  const totpSecret = readTotpEnrollment(context, uid, info.text('sessionInfo') ?? '');
  const code = info.text('verificationCode') ?? '';
  const totpPeriod = periodOfCode(totpSecret, code, context.project);
  if (totpPeriod === undefined) throw badRequest('INVALID_CODE');
  return { totpSecret, totpPeriod };
}

export async function withdrawEnrollment(context: Context, body: Fields): Promise<object> {
  const { project, tokens } = context;
  const signedIn = requireSignedIn(context, body);
  requireRecentSignIn(context, signedIn);
  const withdrawn = body.text('mfaEnrollmentId');
  const isWithdrawn = (id: string | undefined) => id === withdrawn;
  if (!signedIn.user.secondFactors.some(({ mfaEnrollmentId }) => isWithdrawn(mfaEnrollmentId))) {
    throw badRequest('MFA_ENROLLMENT_NOT_FOUND');
  }
  const user = project.updateUser(signedIn.user.localId, (stored) => {
    const kept = stored.secondFactors.filter(({ mfaEnrollmentId }) => !isWithdrawn(mfaEnrollmentId));
    return { ...stored, secondFactors: kept };
  });
  const { signIn } = signedIn;
  const secondFactor = isWithdrawn(signIn.secondFactor?.identifier) ? undefined : signIn.secondFactor;
  const { idToken, refreshToken } = await tokens.issue(user, { ...signIn, secondFactor });
  return { idToken, refreshToken };
}
