import { startSession } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { requireEnabled } from '../factors/factor-rules.ts';
import { readPendingCredential } from '../factors/pending-credential.ts';
import { periodOfCode } from '../factors/totp.ts';
import { readPhoneCode } from '../phone/phone-sign-in.ts';
import type { SecondFactor, User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

export function startSecondFactor(context: Context, body: Fields): object {
  requireEnabled(context, 'phone');
  const pending = body.text('mfaPendingCredential');
  if (!pending) {
    throw badRequest('MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.');
  }
  const enrollmentId = body.required(
    'mfaEnrollmentId',
    'MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.',
  );
  const { user } = readPendingCredential(context, pending);
  const { phoneInfo } = factorById(user, enrollmentId);
  if (phoneInfo === undefined) throw unsupported();
  return { phoneResponseInfo: { sessionInfo: context.phones.start(phoneInfo, 'second-factor') } };
}

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
  if (info === undefined) throw unsupported();
  const phoneNumber = readPhoneCode(context, info, 'second-factor');
  return requireFactor(secondFactors.find(({ phoneInfo }) => phoneInfo === phoneNumber));
}

/** A code works once: RFC 6238 requires rejecting codes of a period that was already used. */
function factorOfApp({ project }: Context, body: Fields, info: Fields, user: User): SecondFactor {
  const factor = factorById(user, body.text('mfaEnrollmentId'));
  const { totpSecret, totpPeriod: used = -1 } = factor;
  if (totpSecret === undefined) throw unsupported();
  const code = info.text('verificationCode') ?? '';
  const totpPeriod = periodOfCode(totpSecret, code, project);
  if (totpPeriod === undefined || totpPeriod <= used) throw badRequest('INVALID_CODE');
  project.updateUser(user.localId, (stored) => {
    const secondFactors = stored.secondFactors.map((each) =>
      each === factor ? { ...each, totpPeriod } : each,
    );
    return { ...stored, secondFactors };
  });
  return factor;
}

const unsupported = () => badRequest('INVALID_ARGUMENT : MFA provider not supported!');

function factorById({ secondFactors }: User, id: string | undefined): SecondFactor {
  return requireFactor(secondFactors.find(({ mfaEnrollmentId }) => mfaEnrollmentId === id));
}

function requireFactor(factor: SecondFactor | undefined): SecondFactor {
  if (factor === undefined) throw badRequest('MFA_ENROLLMENT_NOT_FOUND');
  return factor;
}
