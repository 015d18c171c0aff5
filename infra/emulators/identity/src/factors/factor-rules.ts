import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { ProjectConfig } from '../state/project-config.ts';
import type { User } from '../state/user.ts';
import type { Authenticated } from '../tokens/tokens.ts';

export type FactorKind = 'phone' | 'totp';

/** Sign-in methods that do not support a second factor. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string> = new Set(['anonymous', 'phone', 'custom']);

function isEnabled({ mfa }: ProjectConfig, kind: FactorKind): boolean {
  if (mfa.state === 'DISABLED') return false;
  return kind === 'totp'
    ? mfa.providerConfigs[0].state !== 'DISABLED'
    : mfa.enabledProviders.includes('PHONE_SMS');
}

export function requireEnabled({ project }: Context, kind: FactorKind): void {
  if (isEnabled(project.config, kind)) return;
  const name = kind === 'totp' ? 'TOTP' : 'SMS';
  throw badRequest(`OPERATION_NOT_ALLOWED : ${name} based MFA not enabled.`);
}

export function asksForSecondFactor({ mfa }: ProjectConfig, { secondFactors }: User): boolean {
  return mfa.state !== 'DISABLED' && secondFactors.length > 0;
}

/** Throws when a user with this sign-in cannot enroll a second factor. */
export function requireEligible({ user, signIn }: Authenticated): void {
  if (WITHOUT_SECOND_FACTOR.has(signIn.provider)) {
    throw badRequest('UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.');
  }
  if (!user.emailVerified) {
    throw badRequest('UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.');
  }
}

export function rejectEnrolledPhone({ secondFactors }: User, phoneNumber: string): void {
  if (secondFactors.some(({ phoneInfo }) => phoneInfo === phoneNumber)) {
    throw badRequest(
      'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.',
    );
  }
}
