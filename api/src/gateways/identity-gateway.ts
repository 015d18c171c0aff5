export interface IdentityGateway {
  /** The user whom a Firebase ID token speaks for; `unauthenticated` when it is not valid, or was revoked. */
  verify(token: string): Promise<Identity>;
}

export interface Identity {
  readonly uid: string;
  readonly email: string | undefined;
  readonly name: string | undefined;
}
