import type { Context } from '../context.ts';
import { newId } from '../state/identifiers.ts';
import { requireVersion } from '../versions/api-versions.ts';

export interface WebhookEndpointOption {
  readonly url: string;
  readonly secret: string;
  /** Types of events to send; all when left out. */
  readonly enabledEvents?: readonly string[];
  /** The version in which events are sent; the account's default when left out. */
  readonly apiVersion?: string;
  /** The mode whose events it gets; that of the account's secret key when left out. */
  readonly livemode?: boolean;
}

/** Makes the configured endpoints those of the options. The first stays the first, deliveries and all, wherever it is. */
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
