import {
  described,
  flag,
  httpUrl,
  list,
  type ObjectOf,
  object,
  optional,
  text,
  textLike,
} from '@outharbor/emulator-kit/json-reader';

const USER = {
  email: textLike(/^[^@\s]+@[^@\s]+$/, 'an e-mail address'),
  password: textLike(/^.{6}/s, 'a text of at least 6 characters'),
  uid: optional(text),
  name: optional(text),
  emailVerified: optional(flag),
};

export interface UserSetting extends ObjectOf<typeof USER> {}

/** Settings of a config file. */
export const IDENTITY_SETTINGS = {
  actionUrl: described("target of links in e-mails; the emulator's own page when absent", optional(httpUrl)),
  users: optional(list(object(USER))),
  newProject: described('starts with no sign-in method enabled', optional(flag)),
  permissive: described('unsigned tokens and no administrators, like the official emulator', optional(flag)),
  allowOwner: described('accepts the token "owner" as an administrator; true when absent', optional(flag)),
};
