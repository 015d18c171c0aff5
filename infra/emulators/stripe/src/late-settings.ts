import {
  described,
  flag,
  httpUrl,
  list,
  type ObjectOf,
  object,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';

export const ENDPOINT = {
  url: httpUrl,
  secret: text,
  enabledEvents: described('event types to send; all when absent', optional(list(text))),
  apiVersion: described("API version of the events; the account's default when absent", optional(text)),
  connect: described(
    'whether it receives the events of connected accounts instead of those of the platform',
    optional(flag),
  ),
  livemode: described(
    "mode whose events it receives; that of the account's secret key when absent",
    optional(flag),
  ),
};

export interface WebhookEndpointOption extends ObjectOf<typeof ENDPOINT> {}

export const API_KEY = {
  key: described('sk_test_…, sk_live_…, or rk_… for a restricted key', text),
  permissions: described(
    'such as customer_read and subscription_write; write implies read',
    optional(list(text)),
  ),
};

/** An accepted API key, restricted to `permissions` if given. */
export interface ApiKeyOption extends ObjectOf<typeof API_KEY> {}

const LATE_SETTINGS = {
  publicUrl: optional(httpUrl),
  webhookEndpoints: optional(list(object(ENDPOINT))),
  apiKeys: optional(list(object(API_KEY))),
};

export const readLateSettings = object(LATE_SETTINGS);
/** Settings that can be changed after the start, when other ports are known. */
export interface LateSettings extends ObjectOf<typeof LATE_SETTINGS> {}
