import {
  described,
  httpUrl,
  integer,
  list,
  object,
  optional,
  text,
  textLike,
} from '@outharbor/emulator-kit/json-reader';
import { readFault } from './faults/faults.ts';
import { API_KEY, ENDPOINT } from './late-settings.ts';
import { SEED } from './seed.ts';

/** Settings of a config file. */
export const STRIPE_SETTINGS = {
  secretKey: optional(textLike(/^sk_(test|live)_/, 'a key that starts with sk_test_ or sk_live_')),
  apiVersion: described('the newest when absent', optional(text)),
  apiKeys: described('further keys, restricted to permissions if given', optional(list(object(API_KEY)))),
  publicUrl: described('origin of the hosted pages', optional(httpUrl)),
  portalUrl: described('origin of the billing portal', optional(httpUrl)),
  stripeMockUrl: described('a stripe-mock that validates every request first', optional(httpUrl)),
  webhookTimeoutMs: optional(integer(1)),
  ...SEED,
  webhooks: optional(list(object(ENDPOINT))),
  faults: optional(list(readFault)),
};
