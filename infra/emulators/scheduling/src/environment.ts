import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { SchedulingEmulatorOptions } from './options.ts';

const DEFAULT_PORTS = { port: 4010, controlPort: 4011 };

export function optionsFromEnvironment(environment: Environment): SchedulingEmulatorOptions {
  return readEnvironment(environment, ({ common, text, url, secret, fault }) => {
    const webhookUrl = url('WEBHOOK_URL');
    const signingKey = secret('WEBHOOK_SIGNING_KEY');
    if (webhookUrl && !signingKey) fault('WEBHOOK_URL needs WEBHOOK_SIGNING_KEY');
    return {
      ...common(DEFAULT_PORTS),
      publicUrl: url('PUBLIC_URL'),
      apiUrl: url('API_URL'),
      pagesPath: text('PAGES_PATH')?.replace(/\/$/, ''),
      apiToken: secret('API_TOKEN'),
      webhookEndpoints: webhookUrl && signingKey ? [{ url: webhookUrl, signingKey }] : undefined,
    };
  });
}
