import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { requireEnabled } from '../factors/factor-rules.ts';
import { readPendingCredential } from '../factors/pending-credential.ts';
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
  const factor = user.secondFactors.find(({ mfaEnrollmentId }) => mfaEnrollmentId === enrollmentId);
  if (factor === undefined) throw badRequest('MFA_ENROLLMENT_NOT_FOUND');
  if (factor.phoneInfo === undefined) throw badRequest('INVALID_ARGUMENT : MFA provider not supported!');
  return { phoneResponseInfo: { sessionInfo: context.phones.start(factor.phoneInfo, 'second-factor') } };
}
