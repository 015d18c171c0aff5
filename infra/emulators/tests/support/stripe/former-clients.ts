import { createRequire } from 'node:module';
import type { StripeEmulator } from '@outharbor/stripe-emulator';

export interface ApiObject {
  readonly id: string;
  readonly [field: string]: unknown;
}

interface Resource {
  create(params: object): Promise<ApiObject>;
  retrieve(id: string, params?: object): Promise<ApiObject>;
  update(id: string, params: object): Promise<ApiObject>;
  list(params?: object): Promise<{ readonly data: readonly ApiObject[] }>;
  cancel(id: string): Promise<ApiObject>;
  search(params: object): Promise<{ readonly data: readonly ApiObject[] }>;
}

interface Clocks {
  create(params: object): Promise<ApiObject>;
  advance(id: string, params: object): Promise<ApiObject>;
}

interface Webhooks {
  constructEvent(body: string, signature: string, secret: string): ApiObject;
}

interface CreditNotePreviews {
  preview(params: object): Promise<ApiObject>;
  listPreviewLineItems(params: object): Promise<{ readonly data: readonly ApiObject[] }>;
}

interface Invoices extends Resource {
  listLineItems(id: string): Promise<{ readonly data: readonly ApiObject[] }>;
  pay(id: string, params: object): Promise<ApiObject>;
  retrieveUpcoming(params: object): Promise<ApiObject>;
}

interface TaxIds {
  listTaxIds(customer: string, params: object): Promise<{ readonly data: readonly ApiObject[] }>;
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
  readonly paymentMethods: Resource & { attach(id: string, params: object): Promise<ApiObject> };
  readonly plans: Resource;
  readonly prices: Resource;
  readonly products: Resource;
  readonly promotionCodes: Resource;
  readonly radar: { readonly earlyFraudWarnings: Resource };
  readonly refunds: Resource;
  readonly reviews: Resource;
  readonly setupIntents: Resource;
  readonly subscriptionSchedules: Resource;
  readonly subscriptions: Resource & { resume(id: string, params: object): Promise<ApiObject> };
  readonly testHelpers: { readonly testClocks: Clocks };
  readonly webhookEndpoints: Resource;
  readonly webhooks: Webhooks;
}

export type FormerMajor = 11 | 17 | 20;
type Constructor = new (key: string, settings: object) => FormerStripe;

const require = createRequire(import.meta.url);

/**
 * An earlier major version of the SDK, connected to the emulator. Without `apiVersion` it requests the API
 * version of its release; version 11 requests none. It is loaded without its types, which would mix with the
 * current ones.
 */
export function createFormerClient(
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
