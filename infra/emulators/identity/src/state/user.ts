import type { StoredPassword } from './stored-password.ts';

export interface FederatedAccount {
  readonly providerId: string;
  readonly rawId: string;
  readonly federatedId?: string | undefined;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly photoUrl?: string | undefined;
  readonly screenName?: string | undefined;
}

export interface SecondFactor {
  readonly mfaEnrollmentId: string;
  readonly phoneInfo?: string | undefined;
  /** Base64; never part of a response or of displayed state. */
  readonly totpSecret?: string | undefined;
  /** The period of the last used code; codes of this and earlier periods are rejected. */
  readonly totpPeriod?: number | undefined;
  readonly displayName?: string | undefined;
  readonly enrolledAt: string;
}

/** Exists only in permissive mode, and is not verified. */
export interface Passkey {
  readonly credentialId: string;
  readonly name: string;
}

export interface User {
  readonly localId: string;
  readonly tenantId?: string | undefined;
  readonly email?: string | undefined;
  /** Before the first change; its owner may undo the changes. */
  readonly initialEmail?: string | undefined;
  readonly emailVerified: boolean;
  readonly emailLinkSignIn: boolean;
  readonly phoneNumber?: string | undefined;
  readonly displayName?: string | undefined;
  readonly photoUrl?: string | undefined;
  readonly disabled: boolean;
  readonly password?: StoredPassword | undefined;
  readonly passwordUpdatedAt?: number | undefined;
  readonly federated: readonly FederatedAccount[];
  readonly secondFactors: readonly SecondFactor[];
  readonly passkeys?: readonly Passkey[] | undefined;
  readonly customAttributes?: string | undefined;
  readonly customAuth: boolean;
  /** Unix seconds; the other times are milliseconds. Tokens of earlier sign-ins are revoked. */
  readonly validSince: number;
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
