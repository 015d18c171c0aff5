import type { SecondFactor } from '../state/user.ts';

/** A second factor as its user and administrators see it. The secret of an authenticator app is never part of it. */
export function factorWire(factor: SecondFactor): object {
  return { ...shownOf(factor), unobfuscatedPhoneInfo: factor.phoneInfo };
}

function shownOf({ mfaEnrollmentId, displayName, enrolledAt, phoneInfo }: SecondFactor): object {
  const kind = phoneInfo === undefined ? { totpInfo: {} } : { phoneInfo };
  return { mfaEnrollmentId, displayName, enrolledAt, ...kind };
}

/** As shown to somebody who has the first factor alone. */
export function obscuredFactorWire(factor: SecondFactor): object {
  const { phoneInfo } = factor;
  return shownOf({ ...factor, phoneInfo: phoneInfo?.replace(/\d(?=\d{4})/g, '*') });
}
