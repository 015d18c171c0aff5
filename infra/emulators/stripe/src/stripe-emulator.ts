import { Account } from './account.ts';
import { API_VERSION } from './context.ts';
import { buildControlServer } from './control/control-server.ts';
import { operationsOf } from './control/operations.ts';
import { switchesOff } from './faults/switches.ts';
import { isLiveKey } from './http/api-keys.ts';
import { buildPublicServer } from './http/public-server.ts';
import type { StripeEmulatorOptions } from './options.ts';
import { ENDPOINTS } from './resources/endpoints.ts';
import { stripeMockAt } from './stripe-mock/stripe-mock.ts';
import { requireVersion } from './versions/api-versions.ts';
import { ordinaryPlan } from './webhooks/delivery-plan.ts';

export type { StripeEmulatorOptions, WebhookEndpointOption } from './options.ts';
export type { PriceSeed, ProductSeed, Seed } from './seed.ts';

const DEFAULT_SECRET_KEY = 'sk_test_emulated';
const DEFAULT_PAGES_PATH = '/emulated/stripe';
const DEFAULT_HOST = '127.0.0.1';

export type StripeEmulator = Awaited<ReturnType<typeof startStripeEmulator>>;

/** Starts an emulated Stripe account: its API and pages on one port, its control interface on another. */
export async function startStripeEmulator(options: StripeEmulatorOptions = {}) {
  const secretKey = options.secretKey ?? DEFAULT_SECRET_KEY;
  const host = options.host ?? DEFAULT_HOST;
  const settings = {
    publicUrl: (options.publicUrl ?? '').replace(/\/$/, ''),
    portalUrl: options.portalUrl?.replace(/\/$/, '') ?? null,
    pagesPath: options.pagesPath ?? DEFAULT_PAGES_PATH,
    secretKey,
    livemode: isLiveKey(secretKey),
    deliveryPlan: ordinaryPlan(),
    switches: switchesOff(),
    apiVersion: requireVersion(options.apiVersion ?? API_VERSION),
  };
  const account = new Account(settings, options);
  const operations = operationsOf(account);
  const stripeMock = options.stripeMockUrl === undefined ? null : stripeMockAt(options.stripeMockUrl);
  const server = buildPublicServer({ account, endpoints: ENDPOINTS, stripeMock });
  const control = buildControlServer(operations);
  const url = await server.listen({ port: options.port ?? 0, host });
  const controlUrl = await control.listen({ port: options.controlPort ?? 0, host });
  if (settings.publicUrl === '') settings.publicUrl = url;
  return {
    ...operations,
    url,
    controlUrl,
    port: portOf(url),
    controlPort: portOf(controlUrl),
    async close(): Promise<void> {
      await Promise.all([server.close(), control.close()]);
      await account.close();
    },
  };
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
