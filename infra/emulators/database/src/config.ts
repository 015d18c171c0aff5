import {
  anyObject,
  described,
  flag,
  integer,
  object,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';

/** Settings of a config file. */
export const DATABASE_SETTINGS = {
  rulesFile: described('relative to the config; reloaded when it changes; replaces rules', optional(text)),
  rules: optional(object({ rules: anyObject })),
  allowOwner: described('accepts the token "owner", which SDKs send to an emulator', optional(flag)),
  connectionLimit: described('clients per namespace; unlimited when absent', optional(integer(1))),
  maxNamespaces: optional(integer(1)),
  secondHost: described('host that clients use from their second connection on', optional(text)),
  latencyMs: described('added in each direction', optional(integer(0, 60_000))),
};
