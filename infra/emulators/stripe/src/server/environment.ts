import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { StripeEmulatorOptions } from './options.ts';

export function optionsFromEnvironment(environment: Environment): StripeEmulatorOptions {
  return readEnvironment(environment, ({ common, integer, text, url, secret, fault }) => {
    const webhookUrl = url('WEBHOOK_URL');
    const webhookSecret = webhookUrl && secret('STRIPE_WEBHOOK_SECRET');
    if (webhookUrl && !webhookSecret) fault('WEBHOOK_URL needs STRIPE_WEBHOOK_SECRET');
    const eventDays = integer('STRIPE_EVENT_DAYS', 0, 36_500);
    const repeatable = text('STRIPE_REPEATABLE');
    if (repeatable && environment.DATA_DIR) fault('STRIPE_REPEATABLE cannot be used with DATA_DIR');
    return {
      ...common(),
      publicUrl: url('PUBLIC_URL'),
      portalUrl: url('PORTAL_URL'),
      pagesPath: text('PAGES_PATH')?.replace(/\/$/, ''),
      secretKey: secret('STRIPE_SECRET_KEY'),
      accountName: text('STRIPE_ACCOUNT_NAME'),
      apiVersion: text('STRIPE_API_VERSION'),
      draftSeconds: integer('STRIPE_DRAFT_SECONDS', 0, 259_200),
      eventDays: eventDays === 0 ? null : eventDays,
      repeatable,
      webhookEndpoints:
        webhookUrl && webhookSecret ? [{ url: webhookUrl, secret: webhookSecret }] : undefined,
      stripeMockUrl: url('STRIPE_MOCK_URL'),
    };
  });
}
