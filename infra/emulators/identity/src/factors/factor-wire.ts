import type { SecondFactor } from '../state/user.ts';

/** As shown to the user and administrators. Never contains an authenticator app's secret. */
export function factorWire(factor: SecondFactor): object {
  return { ...commonWire(factor), unobfuscatedPhoneInfo: factor.phoneInfo };
}

function commonWire({ mfaEnrollmentId, displayName, enrolledAt, phoneInfo }: SecondFactor): object {
  const kind = phoneInfo === undefined ? { totpInfo: {} } : { phoneInfo };
  return { mfaEnrollmentId, displayName, enrolledAt, ...kind };
}

/** As shown before the second factor is verified. */
export function obscuredFactorWire(factor: SecondFactor): object {
  const { phoneInfo } = factor;
  return commonWire({ ...factor, phoneInfo: phoneInfo?.replace(/\d(?=\d{4})/g, '*') });
}
