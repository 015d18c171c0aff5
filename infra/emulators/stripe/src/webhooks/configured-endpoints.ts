import {
  flag,
  httpUrl,
  list,
  type ObjectOf,
  object,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';
import type { Context } from '../context.ts';
import { newId } from '../state/identifiers.ts';
import { requireVersion } from '../versions/api-versions.ts';

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

export const readWebhookEndpoint = object(ENDPOINT);
export interface WebhookEndpointOption extends ObjectOf<typeof ENDPOINT> {}

/** Replaces the configured endpoints. The id at each position stays the same, and so do its deliveries. */
export function configureEndpoints(
  { store, time }: Context,
  options: readonly WebhookEndpointOption[],
): void {
  store.transact(() => {
    const before = [...store.webhookEndpoints.values()].filter((endpoint) => endpoint.configured);
    for (const [index, { url, secret, enabledEvents = ['*'], apiVersion }] of options.entries()) {
      store.webhookEndpoints.put({
        id: before[index]?.id ?? newId('we'),
        created: before[index]?.created ?? time.now(),
        url,
        secret,
        enabledEvents,
        enabled: true,
        configured: true,
        description: `Configured endpoint ${index + 1}`,
        metadata: {},
        ...(apiVersion === undefined ? {} : { apiVersion: requireVersion(apiVersion) }),
      });
    }
    for (const stale of before.slice(options.length)) store.webhookEndpoints.delete(stale.id);
  });
}
