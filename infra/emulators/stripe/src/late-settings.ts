import {
  flag,
  httpUrl,
  list,
  type ObjectOf,
  object,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';

const ENDPOINT = {
  url: httpUrl,
  secret: text,
  /** Event types to send; all when absent. */
  enabledEvents: optional(list(text)),
  /** The API version of the events; the account's default when absent. */
  apiVersion: optional(text),
  /** The mode whose events it receives; by default that of the account's secret key. */
  livemode: optional(flag),
};

export interface WebhookEndpointOption extends ObjectOf<typeof ENDPOINT> {}

const API_KEY = {
  /** `sk_test_…`, `sk_live_…`, or `rk_…` for a restricted key. */
  key: text,
  /** Such as `customer_read` and `subscription_write`; write implies read. */
  permissions: optional(list(text)),
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
