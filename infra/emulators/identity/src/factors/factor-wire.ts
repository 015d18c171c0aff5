import type { SecondFactor } from '../state/user.ts';

/**
 * A second factor as shown to its user and to administrators. Never contains an authenticator app's secret.
 */
export function factorWire(factor: SecondFactor): object {
  return { ...shownOf(factor), unobfuscatedPhoneInfo: factor.phoneInfo };
}

function shownOf({ mfaEnrollmentId, displayName, enrolledAt, phoneInfo }: SecondFactor): object {
  const kind = phoneInfo === undefined ? { totpInfo: {} } : { phoneInfo };
  return { mfaEnrollmentId, displayName, enrolledAt, ...kind };
}

/** As shown before the second factor is verified. */
export function obscuredFactorWire(factor: SecondFactor): object {
  const { phoneInfo } = factor;
  return shownOf({ ...factor, phoneInfo: phoneInfo?.replace(/\d(?=\d{4})/g, '*') });
}
