import { factorWire } from '../factors/factor-wire.ts';
import type { FederatedAccount, User } from '../state/user.ts';

/** Production sends this too; clients only check whether there is a password. */
export const REDACTED = Buffer.from('REDACTED').toString('base64');

/** A user in lookups. Never contains a hash or salt. */
export function userWire(user: User): object {
  return {
    localId: user.localId,
    tenantId: user.tenantId,
    email: user.email,
    initialEmail: user.initialEmail,
    emailVerified: user.email === undefined ? undefined : user.emailVerified,
    displayName: user.displayName,
    photoUrl: user.photoUrl,
    screenName: user.federated.find(({ screenName }) => screenName !== undefined)?.screenName,
    phoneNumber: user.phoneNumber,
    disabled: user.disabled,
    passwordHash: user.password && REDACTED,
    passwordUpdatedAt: user.passwordUpdatedAt,
    emailLinkSignin: user.emailLinkSignIn || undefined,
    customAuth: user.customAuth || undefined,
    customAttributes: user.customAttributes,
    providerUserInfo: nonEmpty(listProviders(user)),
    mfaInfo: nonEmpty(user.secondFactors.map(factorWire)),
    passkeyInfo: nonEmpty(user.passkeys ?? []),
    validSince: String(user.validSince),
    createdAt: String(user.createdAt),
    lastLoginAt: user.lastLoginAt === undefined ? undefined : String(user.lastLoginAt),
    lastRefreshAt: user.lastRefreshAt === undefined ? undefined : new Date(user.lastRefreshAt).toISOString(),
  };
}

type ProviderWire = FederatedAccount & { readonly phoneNumber?: string };

/** All sign-in methods of the user, including password and phone. */
export function listProviders(user: User): ProviderWire[] {
  const { email, phoneNumber, displayName, photoUrl, password, emailLinkSignIn, federated } = user;
  const byPassword = email !== undefined && (password !== undefined || emailLinkSignIn);
  return [
    ...federated,
    ...(byPassword
      ? [{ providerId: 'password', email, federatedId: email, rawId: email, displayName, photoUrl }]
      : []),
    ...(phoneNumber === undefined ? [] : [{ providerId: 'phone', phoneNumber, rawId: phoneNumber }]),
  ];
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
