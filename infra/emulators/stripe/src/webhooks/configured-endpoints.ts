import type { Context } from '../context.ts';
import type { WebhookEndpointOption } from '../options.ts';
import { newId } from '../state/identifiers.ts';

/** Makes the account's endpoints those of the configuration. One whose address stays keeps its id and deliveries. */
export function configureEndpoints(
  { store, time }: Context,
  options: readonly WebhookEndpointOption[],
): void {
  store.transact(() => {
    const configured = [...store.webhookEndpoints.values()].filter((endpoint) => endpoint.configured);
    const known = new Map(configured.map((endpoint) => [endpoint.url, endpoint]));
    for (const [index, { url, secret, enabledEvents = ['*'] }] of options.entries()) {
      const existing = known.get(url);
      known.delete(url);
      store.webhookEndpoints.put({
        id: existing?.id ?? newId('we'),
        created: existing?.created ?? time.now(),
        url,
        secret,
        enabledEvents,
        enabled: true,
        configured: true,
        description: `Configured endpoint ${index + 1}`,
        metadata: {},
      });
    }
    for (const stale of known.values()) store.webhookEndpoints.delete(stale.id);
  });
}
