import { described, httpUrl, list, object, oneOf, optional, text } from '@outharbor/emulator-kit/json-reader';
import { readFault } from './faults/fault-switches.ts';
import { EVENT_TYPE } from './schedule/event-type.ts';
import { WEBHOOK_EVENTS } from './webhooks/delivery.ts';

// Declarations that derive from the settings name it.
export type { WebhookEvent } from './webhooks/delivery.ts';

/** Settings of a config file. */
export const SCHEDULING_SETTINGS = {
  apiUrl: described('public URL of the API, for the URIs in its answers', optional(httpUrl)),
  publicUrl: described('origin that visitors use', optional(httpUrl)),
  apiToken: optional(text),
  eventType: described('what can be booked; an introductory call when absent', optional(object(EVENT_TYPE))),
  webhooks: optional(
    list(object({ url: httpUrl, signingKey: text, events: optional(list(oneOf(WEBHOOK_EVENTS))) })),
  ),
  faults: optional(list(readFault)),
};
