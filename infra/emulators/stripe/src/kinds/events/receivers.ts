import type { Store } from '../store/store.ts';
import type { WebhookEndpoint } from './webhook-entities.ts';

/** The endpoints for an account's events: its own and, of a connected account, its platform's for Connect. */
export function receivers({ platform, webhookEndpoints }: Store): WebhookEndpoint[] {
  const own = [...webhookEndpoints.values()].filter(({ connect = false }) => !connect);
  if (platform === null) return own;
  return [...own, ...[...platform.webhookEndpoints.values()].filter(({ connect = false }) => connect)];
}

export function findReceiver({ platform, webhookEndpoints }: Store, id: string): WebhookEndpoint | undefined {
  return webhookEndpoints.get(id) ?? platform?.webhookEndpoints.get(id);
}
