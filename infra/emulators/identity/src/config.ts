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
  actionUrl: json.described(
    "target of links in e-mails; the emulator's own page when absent",
    json.optional(json.httpUrl),
  ),
  users: json.optional(json.list(json.object(USER))),
  newProject: json.described('starts with no sign-in method enabled', json.optional(json.flag)),
  permissive: json.described(
    'unsigned tokens and no administrators, like the official emulator',
    json.optional(json.flag),
  ),
  allowOwner: json.described(
    'accepts the token "owner" as an administrator; true when absent',
    json.optional(json.flag),
  ),
};
