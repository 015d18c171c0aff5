import { badRequest } from '../errors/api-error.ts';

const MAX_FAILURES = 10;
const PAUSE_MS = 5 * 60 * 1000;
/** Bounds the memory used by made-up addresses. */
const MAX_ADDRESSES = 10_000;

const MESSAGE =
  'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login ' +
  'attempts. You can immediately restore it by resetting your password or you can try again later.';

/** By address, whether or not it has an account. */
export class SignInAttempts {
  readonly #failures = new Map<string, { count: number; lastAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Called before the password is checked and again afterwards, so that concurrent guesses count too. */
  reject(email: string): void {
    if (this.#recentFailures(email) >= MAX_FAILURES) throw badRequest(MESSAGE);
  }

  fail(email: string): void {
    const count = this.#recentFailures(email) + 1;
    this.#failures.delete(email);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size >= MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest);
    this.#failures.set(email, { count, lastAt: this.#now() });
  }

  forgive(email: string): void {
    this.#failures.delete(email);
  }

  reset(): void {
    this.#failures.clear();
  }

  #recentFailures(email: string): number {
    const earlier = this.#failures.get(email);
    return earlier !== undefined && this.#now() - earlier.lastAt < PAUSE_MS ? earlier.count : 0;
  }
}
