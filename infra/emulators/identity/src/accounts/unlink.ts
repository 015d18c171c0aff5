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

/** Removes the attributes, sign-in methods and passkeys that a request deletes; ignores unknown ids. */
export function withoutDeleted(user: User, body: Fields): User {
  const attributes = body.texts('deleteAttribute').map((name) => {
    const attribute = ATTRIBUTES[name];
    if (attribute === undefined) throw notImplemented(`deleteAttribute ${name.slice(0, 40)}`);
    return attribute;
  });
  const providers = body.texts('deleteProvider');
  const passkeys = body.texts('deletePasskey');
  return Object.assign({ ...user }, ...attributes, {
    // The address stays, and stays taken (firebase-js-sdk#3592).
    ...(providers.includes('password') && { ...WITHOUT_PASSWORD, emailLinkSignIn: false }),
    ...(providers.includes('phone') && { phoneNumber: undefined }),
    federated: user.federated.filter(({ providerId }) => !providers.includes(providerId)),
    passkeys: user.passkeys?.filter(({ credentialId }) => !passkeys.includes(credentialId)),
  }) as User;
}
