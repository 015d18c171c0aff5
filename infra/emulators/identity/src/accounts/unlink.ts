import { notImplemented } from '../errors/api-error.ts';
import type { User } from '../state/user.ts';
import type { Fields } from '../wire/fields.ts';

const WITHOUT_PASSWORD = { password: undefined, passwordUpdatedAt: undefined };
const WITHOUT_EMAIL = { email: undefined, emailVerified: false, emailLinkSignIn: false };

const ATTRIBUTES: Readonly<Record<string, Partial<User>>> = {
  USER_ATTRIBUTE_NAME_UNSPECIFIED: {},
  DISPLAY_NAME: { displayName: undefined },
  PHOTO_URL: { photoUrl: undefined },
  EMAIL: WITHOUT_EMAIL,
  PASSWORD: WITHOUT_PASSWORD,
};

/** Removes the attributes, sign-in methods and passkeys that a request deletes. */
export function withoutDeleted(user: User, body: Fields): User {
  const attributesGone = withoutAttributes(user, body.texts('deleteAttribute'));
  const providersGone = withoutProviders(attributesGone, body.texts('deleteProvider'));
  return withoutPasskeys(providersGone, body.texts('deletePasskey'));
}

/** Removes attributes (`DISPLAY_NAME`, `PHOTO_URL`, `EMAIL`, `PASSWORD`). */
function withoutAttributes(user: User, names: readonly string[]): User {
  const dropped = names.map((name) => {
    const attribute = ATTRIBUTES[name];
    if (attribute === undefined) throw notImplemented(`deleteAttribute ${name.slice(0, 40)}`);
    return attribute;
  });
  return Object.assign({ ...user }, ...dropped) as User;
}

/** Removes passkeys by credential id; ignores unknown ids. */
function withoutPasskeys(user: User, credentialIds: readonly string[]): User {
  if (user.passkeys === undefined || credentialIds.length === 0) return user;
  return {
    ...user,
    passkeys: user.passkeys.filter((passkey) => !credentialIds.includes(passkey.credentialId)),
  };
}

function withoutProviders(user: User, providerIds: readonly string[]): User {
  if (providerIds.length === 0) return user;
  return {
    ...user,
    // The address stays, and stays taken (firebase-js-sdk#3592).
    ...(providerIds.includes('password') && { ...WITHOUT_PASSWORD, emailLinkSignIn: false }),
    ...(providerIds.includes('phone') && { phoneNumber: undefined }),
    federated: user.federated.filter(({ providerId }) => !providerIds.includes(providerId)),
  };
}
