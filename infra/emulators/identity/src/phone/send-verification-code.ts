import { parsePhone } from '../accounts/administrator-fields.ts';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import { rejectTenants } from '../tenants/tenant-of-request.ts';
import type { Fields } from '../wire/fields.ts';

/** Records a code instead of sending it; tools read the list of codes. Requires no reCAPTCHA. */
export function sendVerificationCode({ project, phones }: Context, body: Fields): object {
  rejectTenants(project);
  if (!project.config.signIn.phoneNumber.enabled) throw badRequest('OPERATION_NOT_ALLOWED');
  const phoneNumber = parsePhone(body.text('phoneNumber') ?? '');
  const user = project.users.byPhone(phoneNumber);
  if (user !== undefined) rejectSecondFactors(user);
  return { sessionInfo: phones.start(phoneNumber, 'sign-in') };
}

/** A user cannot use phones as both first and second factors. */
export function rejectSecondFactors({ secondFactors }: User): void {
  if (secondFactors.length === 0) return;
  throw badRequest(
    'UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.',
  );
}
