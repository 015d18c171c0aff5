export interface IdentityGateway {
  /** Verifies a Firebase ID token by signature and claims only. Throws `unauthenticated` if it is invalid. */
  verify(token: string): Promise<SignedIn>;
  /**
   * Asks Firebase. Throws `unauthenticated` if the account is missing or disabled or the sign-in was revoked.
   */
  requireCurrent(user: SignedIn): Promise<void>;
  /** Looks up accounts; uids without one are absent from the result. */
  findAccounts(uids: readonly string[]): Promise<ReadonlyMap<string, Account>>;
  /** Everything stored about an account except password hashes; undefined if there is none. */
  describe(uid: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Revokes all sign-ins so far. Throws `unauthenticated` if there is no account. */
  endSessions(uid: string): Promise<void>;
  /** Deletes an account; no effect if it does not exist. */
  deleteAccount(uid: string): Promise<void>;
}

export interface Identity {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
}

export interface Account extends Identity {
  /** The owner has followed a link sent to the address. */
  readonly emailVerified: boolean;
  /** The operator has closed the account; its owner can neither sign in nor cancel. */
  readonly disabled: boolean;
}

export interface SignedIn extends Identity {
  /** Unix seconds. */
  readonly signedInAt: number;
  /** Seconds since then, also if this machine's clock is ahead. */
  readonly signInAge: number;
}
