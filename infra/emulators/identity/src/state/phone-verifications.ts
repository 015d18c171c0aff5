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

/** Codes that were sent but not used. They live for minutes, in memory only. */
export class PhoneVerifications {
  readonly #now: () => number;
  readonly #bySession = new Map<string, PhoneVerification & { failures: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  start(phoneNumber: string, purpose: PhonePurpose): string {
    const [oldest] = this.#bySession.keys();
    if (this.#bySession.size >= MAX_SESSIONS && oldest !== undefined) this.#bySession.delete(oldest);
    const sessionInfo = randomBytes(48).toString('base64url');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const createdAt = this.#now();
    this.#bySession.set(sessionInfo, { sessionInfo, phoneNumber, code, purpose, createdAt, failures: 0 });
    return sessionInfo;
  }

  /** Consumes the code and returns its phone number. Throws the service's error for a wrong code. */
  redeem(sessionInfo: string, code: string, purpose: PhonePurpose): string {
    const session = this.#bySession.get(sessionInfo);
    if (session === undefined || session.purpose !== purpose) throw badRequest('INVALID_SESSION_INFO');
    if (this.#now() - session.createdAt > LIFETIME_MS) throw badRequest('SESSION_EXPIRED');
    if (session.failures >= MAX_FAILURES) throw badRequest('TOO_MANY_ATTEMPTS_TRY_LATER');
    if (session.code !== code) {
      session.failures += 1;
      throw badRequest('INVALID_CODE');
    }
    this.#bySession.delete(sessionInfo);
    return session.phoneNumber;
  }

  /** Oldest first. */
  pending(): PhoneVerification[] {
    return [...this.#bySession.values()];
  }

  reset(): void {
    this.#bySession.clear();
  }
}
