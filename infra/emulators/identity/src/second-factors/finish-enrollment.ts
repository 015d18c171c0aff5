import { createActionCode } from '../accounts/send-action-code.ts';
import { requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { rejectEnrolledPhone, requireEligible, requireEnabled } from '../factors/factor-rules.ts';
import { periodOfCode } from '../factors/totp.ts';
import { readTotpEnrollment } from '../factors/totp-enrollment.ts';
import { readPhoneCode } from '../phone/read-phone-code.ts';
import type { SecondFactor } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

const MAX_FACTORS = 5;

type Proof = Pick<SecondFactor, 'phoneInfo' | 'totpSecret' | 'totpPeriod'>;

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
  const { project } = context;
  const totpSecret = readTotpEnrollment(context, uid, info.text('sessionInfo') ?? '');
  const secret = Buffer.from(totpSecret, 'base64');
  const code = info.text('verificationCode') ?? '';
  const totpPeriod = periodOfCode(secret, code, project);
  if (totpPeriod === undefined) throw badRequest('INVALID_CODE');
  return { totpSecret, totpPeriod };
}
