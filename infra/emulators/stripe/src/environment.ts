import { readFileSync } from 'node:fs';
import type { StripeEmulatorOptions } from './options.ts';
import type { WebhookEndpointOption } from './webhooks/configured-endpoints.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the options of the emulator; an empty variable counts as absent. */
export function optionsFromEnvironment(environment: Environment): StripeEmulatorOptions {
  const text = (name: string) => environment[name] || undefined;
  const options = {
    host: text('HOST'),
    port: port(environment, 'PORT'),
    controlPort: port(environment, 'CONTROL_PORT'),
    publicUrl: text('PUBLIC_URL'),
    portalUrl: text('PORTAL_URL'),
    pagesPath: text('PAGES_PATH')?.replace(/\/$/, ''),
    secretKey: secret(environment, 'STRIPE_SECRET_KEY'),
    apiVersion: text('STRIPE_API_VERSION'),
    webhookEndpoints: webhookEndpoints(environment),
    dataDir: text('DATA_DIR'),
    stripeMockUrl: text('STRIPE_MOCK_URL'),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function port(environment: Environment, name: string): number | undefined {
  const value = environment[name];
  if (!value) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new Error(`${name} must be a port number, not ${value}`);
}

/** `NAME`, or the content of the file that `NAME_FILE` names. */
function secret(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : environment[name] || undefined;
}

function webhookEndpoints(environment: Environment): WebhookEndpointOption[] | undefined {
  const url = environment.WEBHOOK_URL;
  if (!url) return undefined;
  const key = secret(environment, 'STRIPE_WEBHOOK_SECRET');
  if (key === undefined) throw new Error('WEBHOOK_URL needs STRIPE_WEBHOOK_SECRET');
  return [{ url, secret: key }];
}
