import { requireRecentSignIn, requireSignedIn } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

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
