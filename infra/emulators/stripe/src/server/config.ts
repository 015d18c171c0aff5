import * as json from '@outharbor/emulator-kit/json-reader';
import { readFault } from '../calls/fault-layer.ts';
import { API_KEY, ENDPOINT } from '../kinds/changeable-settings.ts';
import { SEED } from './seed.ts';

/** Settings of a config file. */
export const STRIPE_SETTINGS = {
  secretKey: json.optional(json.textLike(/^sk_(test|live)_/, 'a key that starts with sk_test_ or sk_live_')),
  accountName: json.described('the business name that customers see', json.optional(json.text)),
  apiVersion: json.described('the newest when absent', json.optional(json.text)),
  apiKeys: json.described(
    'further keys, restricted to permissions if given',
    json.optional(json.list(json.object(API_KEY))),
  ),
  publicUrl: json.described('origin of the hosted pages', json.optional(json.httpUrl)),
  portalUrl: json.described('origin of the billing portal', json.optional(json.httpUrl)),
  stripeMockUrl: json.described(
    'a stripe-mock that is asked beside; what only it rejects is reported',
    json.optional(json.httpUrl),
  ),
  webhookTimeoutMs: json.optional(json.integer(1)),
  ...SEED,
  webhooks: json.optional(json.list(json.object(ENDPOINT))),
  faults: json.optional(json.list(readFault)),
};
