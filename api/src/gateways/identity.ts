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
