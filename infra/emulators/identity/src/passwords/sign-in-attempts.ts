import { badRequest } from '../errors/api-error.ts';

const MAX_FAILURES = 10;
const PAUSE_MS = 5 * 60 * 1000;
/** Bounds the memory used by made-up addresses. */
const MAX_ADDRESSES = 10_000;

const MESSAGE =
  'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login ' +
  'attempts. You can immediately restore it by resetting your password or you can try again later.';

export type SignInAttempts = ReturnType<typeof signInAttempts>;

/** By address, whether or not it has an account. */
export function signInAttempts(now: () => number) {
  const failures = new Map<string, { count: number; lastAt: number }>();
  const recentFailures = (email: string): number => {
    const earlier = failures.get(email);
    return earlier !== undefined && now() - earlier.lastAt < PAUSE_MS ? earlier.count : 0;
  };
  return {
    /** Called before the password is checked and again afterwards, so that concurrent guesses count too. */
    reject: (email: string): void => {
      if (recentFailures(email) >= MAX_FAILURES) throw badRequest(MESSAGE);
    },
    fail: (email: string): void => {
      const count = recentFailures(email) + 1;
      failures.delete(email);
      const [oldest] = failures.keys();
      if (failures.size >= MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest);
      failures.set(email, { count, lastAt: now() });
    },
    forgive: (email: string): void => void failures.delete(email),
    reset: (): void => failures.clear(),
  };
}
