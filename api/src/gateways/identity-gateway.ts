export interface IdentityGateway {
  /** The user whom a Firebase ID token speaks for, by signature and claims alone; `unauthenticated` when it is not valid. */
  verify(token: string): Promise<SignedIn>;
  /** Asks Firebase; `unauthenticated` when the account is gone or disabled, or the sign-in was revoked. */
  requireCurrent(user: SignedIn): Promise<void>;
  /** Those of the uids that have an account. */
  findAccounts(uids: readonly string[]): Promise<ReadonlyMap<string, Account>>;
  /** All that is kept of an account, without what its password is checked by; undefined where there is none. */
  describe(uid: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Ends every sign-in up to now; `unauthenticated` where there is no account. */
  endSessions(uid: string): Promise<void>;
  /** Deletes an account that may be gone already. */
  deleteAccount(uid: string): Promise<void>;
}

export interface Identity {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
}

export interface Account extends Identity {
  /** Its owner has followed a link that was mailed to the address. */
  readonly emailVerified: boolean;
}

export interface SignedIn extends Identity {
  /** Unix seconds. */
  readonly signedInAt: number;
}
