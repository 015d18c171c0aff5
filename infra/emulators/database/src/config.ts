import * as json from '@outharbor/emulator-kit/json-reader';

/** Settings of a config file. */
export const DATABASE_SETTINGS = {
  rulesFile: json.described(
    'relative to the config; reloaded when it changes; replaces rules',
    json.optional(json.text),
  ),
  rules: json.optional(json.object({ rules: json.anyObject })),
  allowOwner: json.described(
    'accepts the token "owner", which SDKs send to an emulator',
    json.optional(json.flag),
  ),
  connectionLimit: json.described(
    'clients per namespace; unlimited when absent',
    json.optional(json.integer(1)),
  ),
  maxNamespaces: json.optional(json.integer(1)),
  secondHost: json.described(
    'host that clients use from their second connection on',
    json.optional(json.text),
  ),
  latencyMs: json.described('added in each direction', json.optional(json.integer(0, 60_000))),
};
