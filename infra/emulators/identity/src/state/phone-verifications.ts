import { randomBytes, randomInt } from 'node:crypto';
import { badRequest } from '../errors/api-error.ts';

/** A code is valid for one purpose; for any other it counts as unknown. */
export type PhonePurpose = 'sign-in' | 'enrollment' | 'second-factor';

/** A code that would have been sent as a text message. */
export interface PhoneVerification {
  readonly sessionInfo: string;
  readonly phoneNumber: string;
  readonly code: string;
  readonly purpose: PhonePurpose;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

const LIFETIME_MS = 10 * 60 * 1000;
/** Wrong codes after which a session ends. */
const MAX_FAILURES = 5;
/** The oldest are evicted. */
const MAX_SESSIONS = 10_000;

export type PhoneVerifications = ReturnType<typeof phoneVerifications>;

/** Codes that were sent but not used. They live for minutes, in memory only. */
export function phoneVerifications(now: () => number) {
  const bySession = new Map<string, PhoneVerification & { failures: number }>();
  return {
    start: (phoneNumber: string, purpose: PhonePurpose): string => {
      const [oldest] = bySession.keys();
      if (bySession.size >= MAX_SESSIONS && oldest !== undefined) bySession.delete(oldest);
      const sessionInfo = randomBytes(48).toString('base64url');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      bySession.set(sessionInfo, { sessionInfo, phoneNumber, code, purpose, createdAt: now(), failures: 0 });
      return sessionInfo;
    },
    /** Consumes the code and returns its phone number. Throws the service's error for a wrong code. */
    redeem: (sessionInfo: string, code: string, purpose: PhonePurpose): string => {
      const session = bySession.get(sessionInfo);
      if (session === undefined || session.purpose !== purpose) throw badRequest('INVALID_SESSION_INFO');
      if (now() - session.createdAt > LIFETIME_MS) throw badRequest('SESSION_EXPIRED');
      if (session.failures >= MAX_FAILURES) throw badRequest('TOO_MANY_ATTEMPTS_TRY_LATER');
      if (session.code !== code) {
        session.failures += 1;
        throw badRequest('INVALID_CODE');
      }
      bySession.delete(sessionInfo);
      return session.phoneNumber;
    },
    /** Oldest first. */
    pending: (): PhoneVerification[] => [...bySession.values()],
    reset: (): void => bySession.clear(),
  };
}
