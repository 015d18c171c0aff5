import * as json from '@outharbor/emulator-kit/json-reader';

export const ENDPOINT = {
  url: json.httpUrl,
  secret: json.text,
  enabledEvents: json.described('event types to send; all when absent', json.optional(json.list(json.text))),
  apiVersion: json.described(
    "API version of the events; the account's default when absent",
    json.optional(json.text),
  ),
  connect: json.described(
    'whether it receives the events of connected accounts instead of those of the platform',
    json.optional(json.flag),
  ),
  livemode: json.described(
    "mode whose events it receives; that of the account's secret key when absent",
    json.optional(json.flag),
  ),
};

export interface WebhookEndpointOption extends json.ObjectOf<typeof ENDPOINT> {}

export const API_KEY = {
  key: json.described('sk_test_…, sk_live_…, or rk_… for a restricted key', json.text),
  permissions: json.described(
    'such as customer_read and subscription_write; write implies read',
    json.optional(json.list(json.text)),
  ),
};

/** An accepted API key, restricted to `permissions` if given. */
export interface ApiKeyOption extends json.ObjectOf<typeof API_KEY> {}

const LATE_SETTINGS = {
  publicUrl: json.optional(json.httpUrl),
  secureUrl: json.optional(json.httpUrl),
  webhookEndpoints: json.optional(json.list(json.object(ENDPOINT))),
  apiKeys: json.optional(json.list(json.object(API_KEY))),
};

export const readLateSettings = json.object(LATE_SETTINGS);
/** Settings that can be changed after the start, when other ports are known. */
export interface LateSettings extends json.ObjectOf<typeof LATE_SETTINGS> {}
