import { createRequire } from 'node:module';
import type { StripeEmulator } from '@outharbor/stripe-emulator';

export interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface Resource {
  create(params: object): Promise<Shown>;
  retrieve(id: string, params?: object): Promise<Shown>;
  update(id: string, params: object): Promise<Shown>;
  list(params?: object): Promise<{ readonly data: readonly Shown[] }>;
  cancel(id: string): Promise<Shown>;
  search(params: object): Promise<{ readonly data: readonly Shown[] }>;
}

interface Clocks {
  create(params: object): Promise<Shown>;
  advance(id: string, params: object): Promise<Shown>;
}

interface Webhooks {
  constructEvent(body: string, signature: string, secret: string): Shown;
}

interface CreditNotePreviews {
  preview(params: object): Promise<Shown>;
  listPreviewLineItems(params: object): Promise<{ readonly data: readonly Shown[] }>;
}

interface Invoices extends Resource {
  listLineItems(id: string): Promise<{ readonly data: readonly Shown[] }>;
  pay(id: string, params: object): Promise<Shown>;
  retrieveUpcoming(params: object): Promise<Shown>;
}

interface TaxIds {
  listTaxIds(customer: string, params: object): Promise<{ readonly data: readonly Shown[] }>;
}

/** The calls that every major version of the SDK has. */
export interface FormerStripe {
  readonly billingPortal: { readonly configurations: Resource; readonly sessions: Resource };
  readonly charges: Resource;
  readonly creditNotes: Resource & CreditNotePreviews;
  readonly disputes: Resource;
  readonly checkout: { readonly sessions: Resource };
  readonly customers: Resource & Pick<TaxIds, 'listTaxIds'>;
  readonly events: Resource;
  readonly invoices: Invoices;
  readonly paymentIntents: Resource;
  readonly paymentMethods: Resource & { attach(id: string, params: object): Promise<Shown> };
  readonly plans: Resource;
  readonly prices: Resource;
  readonly products: Resource;
  readonly promotionCodes: Resource;
  readonly radar: { readonly earlyFraudWarnings: Resource };
  readonly refunds: Resource;
  readonly reviews: Resource;
  readonly setupIntents: Resource;
  readonly subscriptionSchedules: Resource;
  readonly subscriptions: Resource & { resume(id: string, params: object): Promise<Shown> };
  readonly testHelpers: { readonly testClocks: Clocks };
  readonly webhookEndpoints: Resource;
  readonly webhooks: Webhooks;
}

export type FormerMajor = 11 | 17 | 20;
type Constructor = new (key: string, settings: object) => FormerStripe;

const require = createRequire(import.meta.url);

/**
 * An earlier major version of the SDK, pointed at the emulator. Without `apiVersion` it names the version that it was
 * released with; version 11 names none. Loaded without its types, which would be added to those of the current one.
 */
export function formerClientOf(
  { port }: StripeEmulator,
  major: FormerMajor,
  apiVersion?: string,
): FormerStripe {
  const Stripe = require(`stripe-${major}`) as Constructor;
  return new Stripe('sk_test_emulated', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiVersion === undefined ? {} : { apiVersion }),
  });
}
