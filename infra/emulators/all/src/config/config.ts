import { DATABASE_SETTINGS } from '@outharbor/database-emulator/config';
import {
  described,
  flag,
  integer,
  type JsonSchema,
  list,
  type ObjectOf,
  object,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';
import { IDENTITY_SETTINGS } from '@outharbor/identity-emulator/config';
import { SCHEDULING_SETTINGS } from '@outharbor/scheduling-emulator/config';
import { STRIPE_SETTINGS } from '@outharbor/stripe-emulator/config';

const port = described(
  "the emulator's usual port when absent; 0 means any free port",
  optional(integer(0, 65_535)),
);
const httpsPort = described(
  'serves HTTPS too, when https is set; a usual port when absent',
  optional(integer(0, 65_535)),
);
const PORTS = { port, controlPort: port, httpsPort };

const STRIPE = { ...PORTS, ...STRIPE_SETTINGS };
const IDENTITY = { ...PORTS, ...IDENTITY_SETTINGS };
const DATABASE = { ...PORTS, ...DATABASE_SETTINGS };
const SCHEDULING = { ...PORTS, ...SCHEDULING_SETTINGS };
const CONSOLE = { port };
const HTTPS = {
  authorityDir: described(
    'keeps the local authority between runs; a temporary one when absent',
    optional(text),
  ),
  realNames: described("also answers for the services' real host names, through a proxy", optional(flag)),
  proxyPort: described('of that proxy; 4440 when absent', optional(integer(0, 65_535))),
  namesPort: described(
    'of the real host names; 4443 when absent, 443 for hosts files',
    optional(integer(0, 65_535)),
  ),
};

export interface StripeConfig extends ObjectOf<typeof STRIPE> {}
export interface IdentityConfig extends ObjectOf<typeof IDENTITY> {}
export interface DatabaseConfig extends ObjectOf<typeof DATABASE> {}
export interface SchedulingConfig extends ObjectOf<typeof SCHEDULING> {}

const CONFIG = {
  projectId: described('demo-project when absent', optional(text)),
  allowedHosts: described(
    'host names to answer, whose pages may act as administrators, beside local ones; .example.com covers subdomains',
    optional(list(text)),
  ),
  stripe: optional(object(STRIPE)),
  identity: optional(object(IDENTITY)),
  database: optional(object(DATABASE)),
  scheduling: optional(object(SCHEDULING)),
  console: optional(object(CONSOLE)),
  https: described('serves HTTPS too; --https is short for {}', optional(object(HTTPS))),
};

export interface EmulatorsConfig extends ObjectOf<typeof CONFIG> {}

const readConfig = object(CONFIG);

export const CONFIG_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Config of the emulators',
  ...readConfig.schema,
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Validates a config; throws a ConfigError that lists every fault with its path. */
export function checkConfig(value: unknown): EmulatorsConfig {
  try {
    return readConfig(value, '');
  } catch (error) {
    if (error instanceof RangeError)
      throw new ConfigError(error.message.replaceAll(/^the body/gm, 'the config'));
    throw error;
  }
}
