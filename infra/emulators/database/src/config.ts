import * as json from '@outharbor/emulator-kit/json-reader';

/** Settings of a config file. */
export const DATABASE_SETTINGS = {
  rulesFile: json.setting('relative to the config; reloaded when it changes; replaces rules', json.text),
  rules: json.optional(json.object({ rules: json.anyObject })),
  allowOwner: json.setting('accepts the token "owner", which SDKs send to an emulator', json.flag),
  connectionLimit: json.setting('clients per namespace; unlimited when absent', json.integer(1)),
  maxNamespaces: json.optional(json.integer(1)),
  secondHost: json.setting('host that clients use from their second connection on', json.text),
  latencyMs: json.setting('added in each direction', json.integer(0, 60_000)),
};
