import type Stripe from 'stripe';
import type { WebhookEndpoint } from '../state/webhook-entities.ts';

/** Without the secret, which only the answer to the creation carries. */
export function webhookEndpointWire(endpoint: WebhookEndpoint): Stripe.WebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion ?? null,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: [...endpoint.enabledEvents],
    livemode: false,
    metadata: endpoint.metadata,
    status: endpoint.enabled ? 'enabled' : 'disabled',
    url: endpoint.url,
  };
}
