import * as json from '@outharbor/emulator-kit/json-reader';

const USER = {
  email: json.textLike(/^[^@\s]+@[^@\s]+$/, 'an e-mail address'),
  password: json.textLike(/^.{6}/s, 'a text of at least 6 characters'),
  uid: json.optional(json.text),
  name: json.optional(json.text),
  emailVerified: json.optional(json.flag),
};

export interface UserSetting extends json.ObjectOf<typeof USER> {}

/** Settings of a config file. */
export const IDENTITY_SETTINGS = {
  actionUrl: json.setting("target of links in e-mails; the emulator's own page when absent", json.httpUrl),
  users: json.optional(json.list(json.object(USER))),
  newProject: json.setting('starts with no sign-in method enabled', json.flag),
  permissive: json.setting('unsigned tokens and no administrators, like the official emulator', json.flag),
  allowOwner: json.setting('accepts the token "owner" as an administrator; true when absent', json.flag),
};
