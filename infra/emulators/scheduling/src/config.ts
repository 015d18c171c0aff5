import * as json from '@outharbor/emulator-kit/json-reader';
import { readFault } from './faults/fault-switches.ts';
import { EVENT_TYPE, FURTHER_EVENT_TYPE } from './schedule/event-type.ts';
import { WEBHOOK_EVENTS } from './webhooks/delivery.ts';

// Declarations that derive from the settings name it.
export type { WebhookEvent } from './webhooks/delivery.ts';

/** Settings of a config file. */
export const SCHEDULING_SETTINGS = {
  apiUrl: json.setting('public URL of the API, for the URIs in its answers', json.httpUrl),
  publicUrl: json.setting('origin that visitors use', json.httpUrl),
  apiToken: json.optional(json.text),
  eventType: json.setting('what can be booked; an introductory call when absent', json.object(EVENT_TYPE)),
  eventTypes: json.setting(
    'what else can be booked with the same host',
    json.list(json.object(FURTHER_EVENT_TYPE)),
  ),
  webhooks: json.optional(
    json.list(
      json.object({
        url: json.httpUrl,
        signingKey: json.text,
        events: json.optional(json.list(json.oneOf(WEBHOOK_EVENTS))),
      }),
    ),
  ),
  faults: json.optional(json.list(readFault)),
};
