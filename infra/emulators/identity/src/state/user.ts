import type { StoredPassword } from './stored-password.ts';

/** An account at an identity provider that signs in to this user. */
export interface FederatedAccount {
  readonly providerId: string;
  readonly rawId: string;
  readonly federatedId?: string | undefined;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly photoUrl?: string | undefined;
  readonly screenName?: string | undefined;
}

/** A phone or an authenticator app that is asked for after the first factor. */
export interface SecondFactor {
  readonly mfaEnrollmentId: string;
  readonly phoneInfo?: string | undefined;
  /** Base64; never part of an answer or of a state shown. */
  readonly totpSecret?: string | undefined;
  /** The period of the last code that was used; no code of it or an earlier one is taken again. */
  readonly totpPeriod?: number | undefined;
  readonly displayName?: string | undefined;
  readonly enrolledAt: string;
}

/** A passkey by the id of its credential. Only permissive mode has any, and it asks for no proof of them. */
export interface Passkey {
  readonly credentialId: string;
  readonly name: string;
}

/** One user as stored. What an answer shows of it is decided in `user-wire.ts`. */
export interface User {
  readonly localId: string;
  readonly tenantId?: string | undefined;
  readonly email?: string | undefined;
  /** The address before it was first changed, which may take the change back. */
  readonly initialEmail?: string | undefined;
  readonly emailVerified: boolean;
  readonly emailLinkSignIn: boolean;
  readonly phoneNumber?: string | undefined;
  readonly displayName?: string | undefined;
  readonly photoUrl?: string | undefined;
  readonly disabled: boolean;
  readonly password?: StoredPassword | undefined;
  /** Milliseconds since the epoch. */
  readonly passwordUpdatedAt?: number | undefined;
  readonly federated: readonly FederatedAccount[];
  readonly secondFactors: readonly SecondFactor[];
  readonly passkeys?: readonly Passkey[] | undefined;
  /** JSON text of the custom claims. */
  readonly customAttributes?: string | undefined;
  readonly customAuth: boolean;
  /** Unix seconds: tokens of sign-ins before it are revoked. */
  readonly validSince: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lastLoginAt?: number | undefined;
  readonly lastRefreshAt?: number | undefined;
}

export function newUser(localId: string, now: number): User {
  return {
    localId,
    emailVerified: false,
    emailLinkSignIn: false,
    disabled: false,
    federated: [],
    secondFactors: [],
    customAuth: false,
    validSince: Math.floor(now / 1000),
    createdAt: now,
  };
}
