import { startSession } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { requireEnabled } from '../factors/factor-rules.ts';
import { readPendingCredential } from '../factors/pending-credential.ts';
import { periodOfCode } from '../factors/totp.ts';
import { readPhoneCode } from '../phone/read-phone-code.ts';
import type { SecondFactor, User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

/** Completes a sign-in after a correct first factor. Wrong codes are counted per user. */
export async function finishSecondFactor(context: Context, body: Fields): Promise<object> {
  const totp = body.object('totpVerificationInfo');
  const kind = totp === undefined ? 'phone' : 'totp';
  requireEnabled(context, kind);
  const pending = body.required(
    'mfaPendingCredential',
    'MISSING_CREDENTIAL : Please set MFA Pending Credential.',
  );
  const { user, firstFactor } = readPendingCredential(context, pending);
  const { attempts } = context;
  // Cannot collide with the counter of an email address.
  const counter = `second factor of ${user.localId}`;
  attempts.reject(counter);
  attempts.fail(counter);
  const factor =
    totp === undefined ? factorOfPhone(context, body, user) : factorOfApp(context, body, totp, user);
  attempts.forgive(counter);
  const secondFactor = { identifier: factor.mfaEnrollmentId, provider: kind };
  const { idToken, refreshToken } = await startSession(context, user.localId, firstFactor.provider, {
    attributes: firstFactor.attributes,
    secondFactor,
  });
  return { idToken, refreshToken };
}

function factorOfPhone(context: Context, body: Fields, { secondFactors }: User): SecondFactor {
  const info = body.object('phoneVerificationInfo');
  if (info === undefined) throw badRequest('INVALID_ARGUMENT : MFA provider not supported!');
  const phoneNumber = readPhoneCode(context, info, 'second-factor');
  return requireFactor(secondFactors.find(({ phoneInfo }) => phoneInfo === phoneNumber));
}

/** A code works once: RFC 6238 requires rejecting codes of a period that was already used. */
function factorOfApp({ project }: Context, body: Fields, info: Fields, user: User): SecondFactor {
  const id = body.text('mfaEnrollmentId');
  const factor = requireFactor(user.secondFactors.find(({ mfaEnrollmentId }) => mfaEnrollmentId === id));
  const { totpSecret, totpPeriod: used = -1 } = factor;
  if (totpSecret === undefined) throw badRequest('INVALID_ARGUMENT : MFA provider not supported!');
  const code = info.text('verificationCode') ?? '';
  const secret = Buffer.from(totpSecret, 'base64');
  const totpPeriod = periodOfCode(secret, code, project);
  if (totpPeriod === undefined || totpPeriod <= used) throw badRequest('INVALID_CODE');
  project.updateUser(user.localId, (stored) => {
    const secondFactors = stored.secondFactors.map((each) =>
      each === factor ? { ...each, totpPeriod } : each,
    );
    return { ...stored, secondFactors };
  });
  return factor;
}

function requireFactor(factor: SecondFactor | undefined): SecondFactor {
  if (factor === undefined) throw badRequest('MFA_ENROLLMENT_NOT_FOUND');
  return factor;
}
