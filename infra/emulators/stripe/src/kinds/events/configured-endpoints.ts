import { requireVersion } from '../../description/api-versions.ts';
import type { Context } from '../context.ts';
import type { WebhookEndpointOption } from '../late-settings.ts';
import { newId } from '../lookup.ts';

/** Replaces the configured endpoints. The id at each position stays the same, and so do its deliveries. */
export function configureEndpoints(
  { store, time }: Context,
  options: readonly WebhookEndpointOption[],
): void {
  store.transact(() => {
    const before = [...store.webhookEndpoints.values()].filter((endpoint) => endpoint.configured);
    for (const [index, { url, secret, enabledEvents = ['*'], apiVersion, connect }] of options.entries()) {
      store.webhookEndpoints.put({
        id: before[index]?.id ?? newId('we'),
        created: before[index]?.created ?? time.now(),
        url,
        secret,
        enabled_events: enabledEvents,
        enabled: true,
        configured: true,
        description: `Configured endpoint ${index + 1}`,
        metadata: {},
        ...(apiVersion === undefined ? {} : { apiVersion: requireVersion(apiVersion) }),
        ...(connect && { connect }),
      });
    }
    for (const stale of before.slice(options.length)) store.webhookEndpoints.delete(stale.id);
  });
}
