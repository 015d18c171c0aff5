import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import { seal, unseal } from '../tokens/sealed-token.ts';

export const TOTP_ENROLLMENT_SECONDS = 5 * 60;
const PURPOSE = 'totp-enrollment';

interface Enrollment {
  readonly uid: string;
  /** Base64. */
  readonly secret: string;
  readonly exp: number;
}

/** Carries the secret until the app has produced a correct code; nothing is stored before. */
export function totpEnrollment({ project, keys }: Context, uid: string, secret: Buffer): string {
  const exp = project.nowSeconds() + TOTP_ENROLLMENT_SECONDS;
  const enrollment: Enrollment = { uid, secret: secret.toString('base64'), exp };
  return seal(keys.findSecret(project), PURPOSE, enrollment);
}

/** Returns the secret in base64; throws for another user's enrollment or an expired one. */
export function readTotpEnrollment({ project, keys }: Context, uid: string, text: string): string {
  const enrollment = unseal(keys.findSecret(project), PURPOSE, text) as Enrollment | undefined;
  if (enrollment?.uid !== uid) throw badRequest('INVALID_SESSION_INFO');
  if (enrollment.exp <= project.nowSeconds()) throw badRequest('SESSION_EXPIRED');
  return enrollment.secret;
}
