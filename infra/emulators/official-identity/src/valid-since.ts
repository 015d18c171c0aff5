/** The times of an account, as the emulator keeps them. */
export interface AccountTimes {
  /** Milliseconds since the epoch. */
  readonly lastLoginAt?: string;
  /** Unix seconds; earlier sign-ins have ended. */
  readonly validSince?: string;
}

/**
 * Makes a registration's own sign-in valid. The emulator notes the sign-in first and `validSince` later; if a second
 * begins in between, the token of the registration is revoked at once.
 */
export function keepSignInValid<T extends AccountTimes>(account: T): T {
  const { lastLoginAt, validSince } = account;
  if (lastLoginAt === undefined || validSince === undefined) return account;
  const signIn = Math.floor(Number(lastLoginAt) / 1000);
  return Number(validSince) > signIn ? { ...account, validSince: String(signIn) } : account;
}
