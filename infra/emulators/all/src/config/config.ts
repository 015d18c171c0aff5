import { DATABASE_SETTINGS } from '@outharbor/database-emulator/config';
import * as json from '@outharbor/emulator-kit/json-reader';
import { IDENTITY_SETTINGS } from '@outharbor/identity-emulator/config';
import { SCHEDULING_SETTINGS } from '@outharbor/scheduling-emulator/config';
import { STRIPE_SETTINGS } from '@outharbor/stripe-emulator/config';

const portNumber = json.integer(0, 65_535);
const port = json.setting("the emulator's usual port when absent; 0 means any free port", portNumber);
const httpsPort = json.setting('serves HTTPS too, when https is set; a usual port when absent', portNumber);
const PORTS = { port, controlPort: port, httpsPort };

const STRIPE = { ...PORTS, ...STRIPE_SETTINGS };
const IDENTITY = { ...PORTS, ...IDENTITY_SETTINGS };
const DATABASE = { ...PORTS, ...DATABASE_SETTINGS };
const SCHEDULING = { ...PORTS, ...SCHEDULING_SETTINGS };
const CONSOLE = { port };
const HTTPS = {
  authorityDir: json.setting(
    'keeps the local authority between runs; a temporary one when absent',
    json.text,
  ),
  realNames: json.setting("also answers for the services' real host names, through a proxy", json.flag),
  proxyPort: json.setting('of that proxy; 4440 when absent', portNumber),
  namesPort: json.setting('of the real host names; 4443 when absent, 443 for hosts files', portNumber),
};

export interface StripeConfig extends json.ObjectOf<typeof STRIPE> {}
export interface IdentityConfig extends json.ObjectOf<typeof IDENTITY> {}
export interface DatabaseConfig extends json.ObjectOf<typeof DATABASE> {}
export interface SchedulingConfig extends json.ObjectOf<typeof SCHEDULING> {}

const CONFIG = {
  projectId: json.setting('demo-project when absent', json.text),
  allowedHosts: json.setting(
    'host names to answer, whose pages may act as administrators, beside local ones; .example.com covers subdomains',
    json.list(json.text),
  ),
  stripe: json.optional(json.object(STRIPE)),
  identity: json.optional(json.object(IDENTITY)),
  database: json.optional(json.object(DATABASE)),
  scheduling: json.optional(json.object(SCHEDULING)),
  console: json.optional(json.object(CONSOLE)),
  https: json.setting('serves HTTPS too; --https is short for {}', json.object(HTTPS)),
};

export interface EmulatorsConfig extends json.ObjectOf<typeof CONFIG> {}

const readConfig = json.object(CONFIG);

export const CONFIG_SCHEMA: json.JsonSchema = {
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
